"""Danish, near enough to Norwegian to serve it too."""

from .language import Language

DANISH = Language(
    code="da",
    stemmer="danish",
    letters="øæå",
    articles="den det de denne dette disse sin sit sine vores min mit mine deres hans hendes",
    one="en et",
    light="man vi jeg han hun der og eller men også nu lige aktuelt allerede endnu stadig så meget som hvilken hvad "
    "hvem når hvor hvordan at sig selv da op ud dér her sted finder_sted",
    be="er var være været bliver blev blive har havde findes fandtes få vil ville sker",
    have="har havde",
    must="skal skulle kræver behøver nødvendig",
    may="kan kunne må måtte",
    prepositions="i på af med til fra ved om under over mellem gennem mod hos inden bag før efter via ud ifølge "
    "blandt per uden_for",
    places="i på ved under bag fra",
    for_whom="for",
    since="siden fra_og_med",
    agent="af",
    negations="ikke ingen intet aldrig ej hverken ingenting næppe",
    no_longer="ikke_længere ikke_lenger ikke_mere",
    there="findes der",
    without="uden mangler uten",
    every="alle alt hver hvert samtlige begge enhver",
    everyone="alle enhver hvem_som_helst",
    only="kun udelukkende bare eneste",
    additive="også desuden derudover ligeledes tillige endvidere",
    ordinals="første anden andet tredje fjerde femte sjette syvende ottende niende tiende sidste",
    past_forms=r"\w{2,}(?:ede|edes)|mødte|mødtes|gik|kom|faldt|brød|så|fik|tog|kørte|kørtes|skete",
    dated="født planlagt underskrevet",
    ways="over | under;mellem;gennem",
    clock="midnat=0:00",
    always="altid permanent fast",
    past="var havde blev tidligere",
    future="vil",
    persons="jeg min mit mine | vi vores | han hans | hun hendes",
    directions="fra | til;og | eller;med | mod",
    numbers="nul=0 to=2 tre=3 fire=4 fem=5 seks=6 syv=7 otte=8 ni=9 ti=10 elleve=11 tolv=12 tretten=13 fjorten=14 "
    "femten=15 seksten=16 sytten=17 atten=18 nitten=19 tyve=20 tredive=30 fyrre=40 halvtreds=50 tres=60 halvfjerds=70 "
    "firs=80 halvfems=90 hundrede=100 tusind=1000 første=1 anden=2 tredje=3 fjerde=4 femte=5 halv=0.5 dobbelt=2",
    units="sekund=s sekunder=s minut=min minutter=min time=h timer=h dag=d dage=d døgn=d uge=w uger=w måned=mo "
    "måneder=mo år=y procent=% tegn=ch kroner=dkk euro=eur kilometer=km meter=m",
    rates="hver_time=h dagligt=d hver_dag=d hver_nat=n ugentligt=w hver_uge=w månedligt=mo hver_måned=mo årligt=y "
    "hvert_år=y",
    months="januar februar marts april maj juni juli august september oktober november december",
    weekdays="mandag,mandagen,mandage tirsdag,tirsdagen,tirsdage onsdag,onsdagen,onsdage torsdag,torsdagen,torsdage "
    "fredag,fredagen,fredage lørdag,lørdagen,lørdage søndag,søndagen,søndage",
    opposed="foran | bag bagved;opstrøms | nedstrøms;slået_til til$ aktiveret aktiv tændt | fra$ slået_fra "
    "deaktiveret inaktiv slukket;før | efter;tilladt | forbudt;offentlig offentligt åben | privat "
    "intern;obligatorisk | valgfri frivillig;manuelt manuel hånden | automatisk;synkron | asynkron;stigende | "
    "faldende;åbent åbne | lukket;venstre | højre;mindst | højst maksimalt;parallelt | sekventielt;hurtig hurtigt | "
    "langsom langsomt;lokalt | fjernt;synlig | skjult usynlig;stiger vokser | falder;inde | ude;tabulatorer | "
    "mellemrum;gratis | betalt;lys | mørk;krypteret | ukrypteret;stor | lille;lang | kort;over# mere_end | under# "
    "mindre_end",
    choices="tabulatorer mellemrum",
    many="understøtter testet kompatibel indeholder omfatter taler tilbyder integrerer eksporteres importeres "
    "tilgængelig logge_ind flere nogle",
    uses="bruger bruges afhænger kalder sender læser skriver logger indsamler undgå overvåger brug",
    single="kører ligger lå står bor sidder gemmes lagres lytter tilhører hedder leder ledte ansvarlig driftes "
    "vedligeholdes ejes foretrækker begynder slutter lander bygger arbejder placeret sat udløber befinder",
    ranks="foretrukne primære officielle",
    functional="standard navn ejer leder chef ansvarlig adresse sprog tidszone format port farve favorit yndlings "
    "hovedkontor kontaktperson titel version leverandør kodeord niveau formand præsident borgmester træner kaptajn "
    "direktør",
    ended="lukket_ned nedlagt lukket slukket afviklet arkiveret fjernet slettet udfaset taget_ud_af_drift stoppet "
    "afskaffet",
    history="skrevet bygget udviklet grundlagt indført lanceret implementeret",
    holders="leder ansvarlig chef ejer bestyrer formand direktør",
    scopes="produktion staging test testmiljøet udvikling lokalt frontend backend mobil desktop ios android windows "
    "linux europa gæster administratorer brugere kunder weekenden natten",
    synonyms="slette slettes sletter fjerne fjernes fjerner;gemme gemmes lagre lagres opbevares;applikation app;"
    "konfiguration config;database db;dokumentation docs;ferie orlov;fejl;godkende godkendes godkendt godkendelse;"
    "begynder starter",
    conditions="når hvis",
    filler="bemærk bemærkes husk huske vigtigt vide værd information info nævne påmindelse noter notere øvrigt "
    "forresten tænk klar naturligvis selvfølgelig obs rart orientering glem_ikke",
)
