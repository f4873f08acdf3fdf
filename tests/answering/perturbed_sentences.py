"""Invented abstracts, true sentences about them, and false ones of many kinds, for the support check."""

from __future__ import annotations

from rag.paper import Paper, new_paper

SOLAR = new_paper(
    "Rooftop solar forecasts break down on days with fast clouds. We present CLOUDGATE, a transformer that"
    " reads"
    " sky images together with inverter logs. On the BOLTON and HARWICH data sets, CLOUDGATE lowers the mean"
    " error by up to 23% compared with the persistence baseline, and it runs in 40 milliseconds on a single"
    " CPU"
    " core. Training first on synthetic skies and then on real ones works better than mixing both. When fewer"
    " than 50 images are available, the gain disappears. The approach may extend to wind farms. Some"
    " operators"
    " in our survey of 31 people doubted the forecasts during storms.",
    title="CLOUDGATE: minute-ahead solar forecasts from sky images",
    authors=["Ines Faro"],
    year=2031,
)
SOIL = new_paper(
    "Soil moisture sensors drift with age. This paper shows that drift is caused by salt that accumulates on"
    " the"
    " probe, and not by battery wear. Our recalibration method, SALTFIX, needs only two rain events and"
    " reduces"
    " the bias from 9 to 2 percentage points in sandy fields. In clay fields it has no effect. SALTFIX is"
    " slower"
    " than the linear correction LINCOR but more accurate. With 10 to 20 probes per hectare, the maps agree"
    " with"
    " hand samples in most plots. We release the code and 4.5 GB of measurements.",
    title="Why soil probes drift",
    authors=["Tom Aker"],
    year=2030,
)
CHOIR = new_paper(
    "Choirs lose pitch when they sing without accompaniment. We study 18 amateur choirs over six months and"
    " find that slower tempi increase the loss of pitch, while longer rehearsals decrease it. A wristband,"
    " HUMBAND,"
    " that vibrates when the choir is flat halves the loss for sopranos but does not help basses. It costs"
    " less"
    " than 20 euros. We conjecture that vision matters as well. Before the concerts, singers trusted the"
    " wristband less than their conductor; after the concerts they trusted it more.",
    title="Keeping choirs in tune",
    authors=["Mara Olin"],
    year=2029,
)
CACHE = new_paper(
    "Key-value stores evict items by age or by frequency. We introduce FERNCACHE, a learned eviction policy"
    " with a regret bound of O(sqrt(T)) under stationary requests. FERNCACHE improves the hit rate of LRU"
    " from"
    " 61% to 74% on the TRACE-A workload and matches LFU on TRACE-B with a quarter of the memory. The bound"
    " does"
    " not hold when requests change adversarially. Unlike earlier learned policies, FERNCACHE needs no"
    " offline"
    " training. It is trained online with a batch of 256 requests and uses 12 MB for a cache of 8 GB.",
    title="FERNCACHE: online learned eviction",
    authors=["Jun Petrov"],
    year=2032,
)
READ = new_paper(
    "Children with dyslexia read aloud more slowly. We propose LETTERLOOM, a speech model that follows a"
    " child's"
    " reading and highlights the next syllable. In a randomised trial with 120 pupils, those with LETTERLOOM"
    " read"
    " 1.6 times more words per minute after eight weeks than those with paper exercises. Most of the gain was"
    " kept after a year. Teachers rather than parents chose the texts. The effect was larger for pupils under"
    " nine. We did not measure comprehension. All recordings were made in quiet rooms, so noisy classrooms"
    " remain"
    " untested.",
    title="Reading along with LETTERLOOM",
    authors=["Eva Stroud"],
    year=2031,
)
MOLE = new_paper(
    "Predicting the boiling point of mixtures is hard because components interact. BOILNET is a graph network"
    " that is pretrained on 3 million pure molecules and fine-tuned on 1,200 mixtures. Pretraining helps"
    " only for"
    " polar mixtures. BOILNET has an error of 2.1 kelvin, whereas the group-contribution method has one of"
    " 5.4"
    " kelvin. Removing the attention layer doubles the error; removing edge features hardly changes it. A"
    " small"
    " BOILNET with 2 million weights performs as well as one with 20 million. Increasing temperature leads to"
    " lower accuracy.",
    title="Boiling points of mixtures with graph networks",
    authors=["Ravi Lund"],
    year=2030,
)

TRUE: list[tuple[Paper, str]] = [
    (SOLAR, "CLOUDGATE combines sky images with inverter logs."),
    (SOLAR, "The error falls by at most 23% relative to the persistence baseline."),
    (SOLAR, "One CPU core is enough to run CLOUDGATE in 40 milliseconds."),
    (SOLAR, "It is better to train on synthetic skies before real ones than to mix the two."),
    (SOLAR, "The gain vanishes with fewer than 50 images."),
    (SOLAR, "The method might be extended to wind farms."),
    (SOLAR, "Some of the surveyed operators had doubts about the forecasts during storms."),
    (SOLAR, "It was evaluated on BOLTON and HARWICH."),
    (SOIL, "Salt on the probe, not battery wear, causes the drift."),
    (SOIL, "SALTFIX brings the bias down from 9 to 2 percentage points in sandy fields."),
    (SOIL, "SALTFIX does not work in clay fields."),
    (SOIL, "SALTFIX is more accurate but slower than LINCOR."),
    (SOIL, "Two rain events are sufficient for SALTFIX."),
    (SOIL, "The authors release code and 4.5 GB of measurements."),
    (SOIL, "In most plots the maps agree with hand samples when there are 10 to 20 probes per hectare."),
    (CHOIR, "Eighteen amateur choirs were studied for six months."),
    (CHOIR, "Slower tempi make choirs lose more pitch."),
    (CHOIR, "Longer rehearsals reduce the loss of pitch."),
    (CHOIR, "HUMBAND halves the loss of pitch for sopranos."),
    (CHOIR, "Basses are not helped by HUMBAND."),
    (CHOIR, "The wristband costs under 20 euros."),
    (CHOIR, "After the concerts the singers trusted the wristband more than their conductor."),
    (CACHE, "FERNCACHE has a regret bound of O(sqrt(T)) for stationary requests."),
    (CACHE, "On TRACE-A the hit rate rises from 61% to 74% compared with LRU."),
    (CACHE, "On TRACE-B FERNCACHE is on par with LFU while using a quarter of the memory."),
    (CACHE, "FERNCACHE requires no offline training, in contrast to earlier learned policies."),
    (CACHE, "The bound fails when requests change adversarially."),
    (CACHE, "A cache of 8 GB takes 12 MB."),
    (READ, "LETTERLOOM follows a child's reading and highlights the next syllable."),
    (READ, "120 pupils took part in the randomised trial."),
    (READ, "After eight weeks, pupils with LETTERLOOM read 1.6 times more words per minute than with paper."),
    (READ, "Pupils under nine benefited more."),
    (READ, "The texts were chosen by teachers, not by parents."),
    (READ, "Comprehension was not measured."),
    (READ, "Noisy classrooms are untested."),
    (MOLE, "BOILNET is pretrained on 3 million molecules and fine-tuned on 1200 mixtures."),
    (MOLE, "BOILNET's error is 2.1 kelvin, that of the group-contribution method 5.4 kelvin."),
    (MOLE, "Without the attention layer the error doubles."),
    (MOLE, "Edge features can be removed with hardly any change."),
    (MOLE, "A model with 2 million weights is as good as one with 20 million."),
    (MOLE, "Pretraining only helps for polar mixtures."),
    (MOLE, "Accuracy gets lower as temperature increases."),
]

FALSE: dict[str, list[tuple[Paper, str]]] = {
    "unit": [
        (SOLAR, "CLOUDGATE runs in 40 seconds on a single CPU core."),
        (SOLAR, "CLOUDGATE runs in 40 microseconds on one CPU core."),
        (SOIL, "The authors release 4.5 TB of measurements."),
        (CACHE, "FERNCACHE uses 12 GB for a cache of 8 GB."),
        (CHOIR, "The wristband costs less than 20 cents."),
        (READ, "Pupils read 1.6 times more words per minute after eight months."),
        (MOLE, "BOILNET has an error of 2.1 percent."),
        (CHOIR, "18 amateur choirs were studied over six weeks."),
    ],
    "range": [
        (SOIL, "With 10 to 40 probes per hectare, the maps agree with hand samples in most plots."),
        (SOIL, "SALTFIX reduces the bias from 9 to 5 percentage points in sandy fields."),
        (CACHE, "FERNCACHE improves the hit rate of LRU from 51% to 74% on TRACE-A."),
        (SOIL, "SALTFIX reduces the bias from 2 to 9 percentage points in sandy fields."),
        (CACHE, "FERNCACHE changes the hit rate of LRU from 74% to 61% on TRACE-A."),
    ],
    "hedge dropped": [
        (SOLAR, "The approach extends to wind farms."),
        (CHOIR, "Vision matters as well for keeping pitch."),
        (SOLAR, "CLOUDGATE lowers the mean error by 23% compared with the persistence baseline."),
        (CHOIR, "The authors show that vision matters as well."),
        (SOLAR, "The approach has been extended to wind farms."),
    ],
    "quantifier": [
        (SOLAR, "All operators in the survey doubted the forecasts during storms."),
        (SOIL, "The maps agree with hand samples in all plots."),
        (READ, "All of the gain was kept after a year."),
        (SOLAR, "Most operators in the survey doubted the forecasts during storms."),
        (SOIL, "The maps agree with hand samples in every plot."),
        (READ, "None of the gain was kept after a year."),
        (READ, "Few recordings were made in quiet rooms."),
        (SOIL, "The maps agree with hand samples in few plots."),
    ],
    "subject swap": [
        (SOIL, "LINCOR is slower than SALTFIX but more accurate."),
        (CACHE, "LRU improves the hit rate of FERNCACHE from 61% to 74% on TRACE-A."),
        (
            MOLE,
            "The group-contribution method has an error of 2.1 kelvin, whereas BOILNET has one of 5.4"
            " kelvin.",
        ),
        (READ, "Parents rather than teachers chose the texts."),
        (READ, "Those with paper exercises read 1.6 times more words per minute than those with LETTERLOOM."),
        (CHOIR, "HUMBAND halves the loss for basses but does not help sopranos."),
        (CACHE, "LFU matches FERNCACHE on TRACE-B with a quarter of the memory."),
        (SOIL, "The drift is caused by battery wear and not by salt on the probe."),
    ],
    "time order": [
        (SOLAR, "Training first on real skies and then on synthetic ones works better than mixing both."),
        (CHOIR, "After the concerts, singers trusted the wristband less than their conductor."),
        (CHOIR, "Before the concerts, singers trusted the wristband more than their conductor."),
        (MOLE, "BOILNET is pretrained on 1,200 mixtures and fine-tuned on 3 million pure molecules."),
        (READ, "Most of the gain was lost after a year."),
    ],
    "causal direction": [
        (SOIL, "Drift causes salt to accumulate on the probe."),
        (CHOIR, "The loss of pitch leads to slower tempi."),
        (MOLE, "Lower accuracy leads to increasing temperature."),
        (CHOIR, "Slower tempi decrease the loss of pitch."),
        (CHOIR, "Longer rehearsals increase the loss of pitch."),
        (MOLE, "Increasing temperature leads to higher accuracy."),
    ],
    "data set swapped": [
        (CACHE, "FERNCACHE improves the hit rate of LRU from 61% to 74% on the TRACE-B workload."),
        (CACHE, "FERNCACHE matches LFU on TRACE-A with a quarter of the memory."),
        (SOIL, "SALTFIX reduces the bias from 9 to 2 percentage points in clay fields."),
        (SOIL, "In sandy fields SALTFIX has no effect."),
        (SOLAR, "On the HARWICH and MALDON data sets, CLOUDGATE lowers the mean error by up to 23%."),
        (MOLE, "Pretraining helps only for pure molecules."),
    ],
    "condition dropped": [
        (CACHE, "FERNCACHE has a regret bound of O(sqrt(T)) under adversarial requests."),
        (CACHE, "The bound holds when requests change adversarially."),
        (CACHE, "FERNCACHE has a regret bound of O(sqrt(T)) for any requests."),
        (SOLAR, "The gain disappears however many images are available."),
        (MOLE, "Pretraining helps for all mixtures."),
        (MOLE, "Pretraining helps for polar and non-polar mixtures."),
        (SOIL, "SALTFIX reduces the bias in sandy and clay fields."),
        (SOLAR, "The gain disappears when more than 50 images are available."),
    ],
    "superlative": [
        (SOLAR, "CLOUDGATE is the most accurate solar forecaster to date."),
        (MOLE, "BOILNET is the first graph network for boiling points of mixtures."),
        (CACHE, "FERNCACHE is the fastest learned eviction policy."),
        (READ, "LETTERLOOM is the best tool for children with dyslexia."),
        (SOIL, "SALTFIX is the only recalibration method that needs two rain events."),
        (CHOIR, "HUMBAND is the cheapest wristband for choirs."),
        (CACHE, "FERNCACHE achieves state-of-the-art hit rates on TRACE-A."),
    ],
    "number of another thing": [
        (SOLAR, "CLOUDGATE lowers the mean error by up to 40% compared with the persistence baseline."),
        (SOLAR, "The survey asked 50 people."),
        (CACHE, "It is trained online with a batch of 12 requests."),
        (CACHE, "FERNCACHE improves the hit rate of LRU to 61% on the TRACE-A workload."),
        (READ, "In a randomised trial with 8 pupils, LETTERLOOM was compared with paper exercises."),
        (MOLE, "BOILNET is fine-tuned on 3 million mixtures."),
        (CHOIR, "We study 20 amateur choirs over six months."),
        (MOLE, "The group-contribution method has an error of 2.1 kelvin."),
        (SOIL, "SALTFIX needs only nine rain events."),
        (CHOIR, "HUMBAND costs less than 18 euros."),
    ],
    "bound": [
        (SOLAR, "CLOUDGATE lowers the mean error by at least 23% compared with the persistence baseline."),
        (SOLAR, "CLOUDGATE lowers the mean error by more than 23%."),
        (CHOIR, "The wristband costs more than 20 euros."),
        (CHOIR, "The wristband costs at least 20 euros."),
        (READ, "The effect was larger for pupils over nine."),
        (SOIL, "SALTFIX needs more than two rain events."),
    ],
    "double negation": [
        (CHOIR, "It is not true that HUMBAND does not help basses."),
        (CACHE, "FERNCACHE cannot do without offline training."),
        (READ, "Comprehension did not go unmeasured."),
        (SOIL, "SALTFIX is not without effect in clay fields."),
        (CACHE, "The bound never fails to hold when requests change adversarially."),
    ],
    "negation": [
        (SOIL, "SALTFIX is not more accurate than LINCOR."),
        (MOLE, "Removing the attention layer hardly changes the error."),
        (READ, "LETTERLOOM does not highlight the next syllable."),
        (CACHE, "FERNCACHE needs offline training."),
        (READ, "The trial also measured comprehension."),
        (MOLE, "Removing edge features doubles the error."),
        (SOLAR, "CLOUDGATE does not read inverter logs."),
        (READ, "The recordings were made in noisy classrooms."),
        (MOLE, "A small BOILNET performs worse than one with 20 million weights."),
    ],
    "strengthened or invented": [
        (SOLAR, "CLOUDGATE is already used by several operators."),
        (READ, "LETTERLOOM cures dyslexia."),
        (CACHE, "FERNCACHE reduces energy use in data centres."),
        (CHOIR, "HUMBAND is liked by conductors."),
    ],
    "invented cause": [
        (SOLAR, "CLOUDGATE runs in 40 milliseconds because it reads sky images and inverter logs."),
        (SOIL, "SALTFIX has no effect in clay fields because it needs only two rain events."),
        (CHOIR, "HUMBAND costs less than 20 euros because it does not help basses."),
        (CACHE, "FERNCACHE uses 12 MB, and therefore the bound does not hold under adversarial requests."),
        (READ, "Teachers chose the texts because the effect was larger for pupils under nine."),
        (MOLE, "Pretraining helps only for polar mixtures because removing edge features hardly matters."),
    ],
}
