"""Questions about facts of the venue and of papers' records, and look-alikes that abstracts answer."""

from __future__ import annotations

NOT_HELD = """
What was the acceptance rate of ICML 2024?
How many submissions did the conference receive this year?
How many citations does the Chain of Code paper have?
Which ICML 2024 paper is cited most often?
Who won the best paper award at ICML 2024?
Which paper received an outstanding paper award?
Which university does the first author of SparseTSF work at?
What are the affiliations of the authors of Patchscopes?
Which company employs the authors of VideoPoet?
What review scores did the Patchscopes paper get?
What did the reviewers say about KnowFormer?
Who were the reviewers of the UGrid paper?
When was the FADAS paper submitted?
What was the submission deadline of ICML 2024?
On which day is the poster of the Larimar paper?
In which room is the oral about scaling laws for value functions?
What is the poster number of MLAgentBench?
At what time does the session on graph neural networks begin?
Under which licence is the code of ArCHer released?
Where can I download the code of TroVE?
Does the FlowMM paper have a GitHub repository?
How many GitHub stars has the repository of Genie?
What is the h-index of Chelsea Finn?
What is the e-mail address of the first author of INViT?
Who is the corresponding author of the ProtoGate paper?
How many pages does the RMIA paper have?
What is the DOI of the Dynalang paper?
What is the arXiv number of the DRND paper?
Which grant funded the work on Neural Quantile Estimation?
Who chaired the session on federated learning?
Who were the general chairs of ICML 2024?
How much did registration for ICML 2024 cost?
Where was the conference held?
Which papers were chosen for an oral presentation?
Is the SPO paper a spotlight or a poster?
Who gave the keynote on the first day?
How many people attended the conference?
From which country do most of the authors come?
How many times has the Bayesian flow paper been downloaded?
Are the slides of the HEPT talk online?
Is there a video recording of the Genie talk?
What is the impact factor of PMLR?
What percentage of submitted papers got into ICML 2024?
How competitive was ICML this year, i.e. how many papers were turned down?
Number of citations of the Genie paper
How often has Mamba-2 been cited so far?
Did any of these papers get a best paper prize?
Has the Genie paper won an award?
Which papers were honoured at the closing ceremony?
Where do the authors of AlphaFold-style docking papers work?
Is the first author of Larimar at IBM?
List all papers from Tsinghua University.
Which papers have authors in industry labs?
Which institution contributed most papers to ICML 2024?
What average rating did the reviewers give to VideoPoet?
Was the Patchscopes paper controversial among its reviewers?
Which reviewer score was needed for acceptance?
When does the poster session with RMIA take place?
What date was Chain of Code put on arXiv?
When did the authors upload the final version of BiLLM?
Which papers were presented on Thursday afternoon?
In which hall can I see the poster about FlowMM?
Booth of the PRISE poster?
Does Dynalang have an oral?
How many spotlights were there?
Who was the invited speaker on Tuesday?
Which organisers ran the workshop on in-context learning?
How many attendees did ICML 2024 have?
What does a student ticket for the conference cost?
In which city did ICML 2024 take place?
May I use the code of HEPT commercially, what is its license?
Is there an implementation of NQE on GitHub?
Where are the weights of Genie hosted?
How many downloads does the MOMENT model have on Hugging Face?
Where can I watch the talk on debate?
Please send me the PDF of the SPO paper
What is Yoshua Bengio's h-index?
How do I get in touch with the authors of TroVE?
Who supervised the first author of LoRA+?
How many figures does the paper on Patchscopes have?
How long is the appendix of the FADAS paper?
What is the paper ID of UGrid on OpenReview?
Which funding agency supported the HEPT authors?
Did the European Research Council pay for the work on graphon games?
What is the ranking of ICML among conferences?
How many authors of ICML 2024 are women?
""".strip().splitlines()

LOOK_ALIKES = """
Which papers study peer review scores?
Is there work on the quality of peer review at machine learning conferences?
Can language models review papers: what do studies find?
Papers on reviewing with AI-generated text at AI conferences
Which papers are about citation recommendation or citation networks?
Node classification on citation graphs such as Cora
Mechanism design for awarding contracts in auctions
How is the acceptance rate of draft tokens raised in speculative decoding?
Which MCMC samplers reach a better acceptance rate?
Licence or copyright of training data for generative models: what is proposed?
Which papers discuss copyright and fair use of generative models?
What work is there on code generation?
Language models for GitHub issues and repository-level code
How do papers predict download or click rates?
Which papers release an open-source library?
Which studies use data from hospitals?
Papers about author or writer identification of machine-generated text
What is done about the dates and time stamps of events in point processes?
Which papers deal with indoor room layouts or room acoustics?
Who works on funding or pricing decisions with bandits?
Position papers on open-source models and how they are released
Which papers look at university admissions or school choice?
Sessions of user behaviour: session-based recommendation
Which methods rank items by pairwise votes of reviewers?
Are there papers on video generation?
Which papers work with slides of tissue, whole-slide images?
What do papers say about countries and cultures in language models?
Which papers are about poster or document understanding?
Learning to schedule jobs before a deadline
Page ranking or personalised PageRank on graphs
How do e-mail or spam filters cope with strategic users?
Stars and galaxies: machine learning for astronomy
Which papers reward agents with awards or prizes in contests?
How does the venue location problem, facility location, get solved?
Which methods attribute a text to the model that wrote it?
Which works study registration of medical images or point clouds?
Which papers reduce the submission of bits in federated learning?
Oral and spoken language: speech models
Talks between agents: multi-agent dialogue
How many bits per weight does BiLLM use?
Which impact factor or importance factor explains a prediction: feature attribution
Papers on the peer review process and paper-reviewer assignment
Which papers predict scientific impact?
Who proposes a way to assign reviewers to submissions?
Work on author attribution of text
How are award or reward models trained in RLHF?
Winning lottery tickets in neural networks
best arm identification papers
What is the best approach for paper-to-code generation?
Where do the authors use optimal transport?
When is over-parameterisation helpful in generalisation?
When does the convergence of Adam fail?
Where does in-context learning come from?
Who presents results on scaling laws?
Who presented a benchmark for language agents?
Who gives a theory of grokking?
What is the acceptance rate in rejection sampling based decoding?
Which methods reduce the number of submissions to an oracle?
How often do language models cite correct sources?
Which papers build models that cite references?
Which method has a page-level document understanding?
Are there papers with code for protein design?
Is the code generated by language models secure?
Which papers treat licensing of datasets?
Which paper detects licence violations or copyrighted content?
What view counts do multi-view clustering papers need?
Which papers model daily or hourly time series?
What time complexity has the attention of HEPT?
What date or time features help forecasting?
Which rooms do embodied agents navigate in?
Which papers use university or student data for knowledge tracing?
How many experts do mixture models in industry use?
Where is noise added in differentially private SGD?
Who studies funding of public goods or participatory budgeting?
Which paper uses video recordings of surgeries or drivers?
Are the slides in pathology processed by multiple instance learning?
What does the oral microbiome or microbial communities paper model?
Which countries or cultures are represented in LLM opinions?
what factors impact the performance of in-context learning
How long is the context of LongRoPE?
Which spotlight detection or highlight detection methods exist?
When was the idea of weak-to-strong generalisation tested, with which models?
Ticket pricing and dynamic pricing with contextual bandits
What is the price of fairness in allocation?
Which papers come from the intersection of physics and learning?
""".strip().splitlines()
