"""Dutch."""

from ..languages.dutch import DUTCH as CLAIMS
from .words import TimeWords, with_forms

DUTCH = TimeWords(
    code="nl",
    months=with_forms(CLAIMS.months, "jan feb mrt apr - - - aug sept okt nov dec"),
    month_homonyms="jan dec",
    weekdays="maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
    units="minute=minuut,minuten+ hour=uur,uren+ night=nacht,nachten+ day=dag,dagen+ week=week,weken+ "
    "weekend=weekend month=maand,maanden+ quarter=kwartaal,kwartalen+ halfyear=half_jaar,halfjaar year=jaar,jaren+ "
    "decade=decennium,decennia+",
    numbers="een=1 twee=2 drie=3 vier=4 vijf=5 zes=6 zeven=7 acht=8 negen=9 tien=10 elf=11 twaalf=12 veertien=14 "
    "vijftien=15 twintig=20 dertig=30 paar=2..4 een_paar=2..4 enkele=2..4 meerdere=3..7",
    near="vandaag=day+0 gisteren=day-1 eergisteren=day-2 morgen=day+1 overmorgen=day+2 vanochtend=day+0 "
    "vanmorgen=day+0 vanmiddag=day+0 vanavond=night+0 vannacht=night-1 gisteravond=night-1",
    relative="vorige=-1 vorig=-1 afgelopen=-1 eervorige=-2 eervorig=-2 deze=0 dit=0 huidige=0 volgende=1 volgend=1 "
    "komende=1 komend=1",
    rolling="laatste afgelopen voorbije",
    ago="geleden",
    before="voordat voorafgaand_aan",
    after="na nadat",
    since="sinds sedert",
    until="totdat tot_aan",
    before_date="voor",
    since_date="vanaf",
    until_date="tot uiterlijk",
    between="tussen",
    ends="en",
    range_from="van vanaf",
    to="tot tot_en_met",
    within="in op tijdens gedurende van begin eind medio uit",
    of="van",
    every="elke elk iedere ieder per",
    when="hoe_lang_geleden hoelang_geleden sinds_wanneer tot_wanneer hoe_lang_is hoelang_is hoe_lang_al welke_datum "
    "welke_dag welk_jaar welke_maand welke_week",
    maybe_when="wanneer",
    auxiliaries="is was zijn waren heeft hebben had werd wordt zal gaat",
    asks="weet zeg zeggen vertel vertellen herinner precies me mij en",
    latest="nieuwste laatste recent recente onlangs laatst meest_recente vorige",
    earliest="eerste oudste vroegste aanvankelijk oorspronkelijk",
    questions="welke welk wat wie wiens waar waarom hoe hoeveel",
    duty="moet moeten altijd hoort",
    any_one="een elke iedere men je",
    counted="poort regel pagina fout versie ticket nummer nr kamer stap server",
    idioms="vorige_winter vorig_voorjaar vorige_zomer vorig_najaar ten_eerste op_de_eerste_plaats "
    "in_de_eerste_plaats minister-president",
    noise="de het ongeveer circa ca bijna ruim",
    ordinals="e",
    shared="acht morgen laatst",
)
