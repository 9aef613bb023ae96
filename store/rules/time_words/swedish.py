"""Swedish."""

from ..languages.swedish import SWEDISH as CLAIMS
from .words import TimeWords, with_forms

SWEDISH = TimeWords(
    code="sv",
    months=with_forms(CLAIMS.months, "jan feb - apr - - - aug sept okt nov dec"),
    month_homonyms="mars jan dec",
    weekdays="måndag,måndagen,måndags,måndagens tisdag,tisdagen,tisdags,tisdagens onsdag,onsdagen,onsdags,onsdagens "
    "torsdag,torsdagen,torsdags,torsdagens fredag,fredagen,fredags,fredagens lördag,lördagen,lördags,lördagens "
    "söndag,söndagen,söndags,söndagens",
    units="minute=minut,minuten,minuter+,minuterna+ hour=timme,timmen,timmar+,timmarna+ night=natt,natten "
    "day=dag,dagen,dagar+,dagarna+,dygn,dygnet week=vecka,veckan,veckans,veckor+,veckorna+ "
    "weekend=helg,helgen,helgens month=månad,månaden,månadens,månader+,månaderna+ "
    "quarter=kvartal,kvartalet,kvartalen+ halfyear=halvår,halvåret,halvt_år year=år,året,årets,åren+ "
    "decade=decennium,decenniet,årtionde",
    numbers="en=1 ett=1 två=2 tre=3 fyra=4 fem=5 sex=6 sju=7 åtta=8 nio=9 tio=10 elva=11 tolv=12 femton=15 tjugo=20 "
    "trettio=30 par=2..3 ett_par=2..3 några=2..4 några_få=2..4 flera=3..7",
    near="idag=day+0 i_dag=day+0 dagens=day+0 igår=day-1 i_går=day-1 gårdagens=day-1 förrgår=day-2 i_förrgår=day-2 "
    "imorgon=day+1 i_morgon=day+1 i_övermorgon=day+2 i_morse=day+0 i_kväll=day+0 i_natt=night-1 i_natten=night-1 "
    "i_år=year+0 i_fjol=year-1 ifjol=year-1 fjol=year-1 fjolårets=year-1 i_veckan=week+0 i_helgen=weekend-1",
    relative="förra=-1 föregående=-1 förrförra=-2 denna=0 detta=0 den_här=0 det_här=0 innevarande=0 nästa=1 kommande=1",
    rolling="senaste sista gångna",
    ago="sedan sen",
    before="före innan",
    after="efter efter_att",
    since="sedan sen ända_sedan alltsedan",
    until="tills fram_till fram_tills",
    since_date="från från_och_med fr_o_m",
    until_date="till senast till_och_med",
    between="mellan",
    ends="och",
    range_from="från",
    to="till till_och_med och_med",
    within="i under från om av",
    of="i",
    every="varje varenda per",
    when="hur_länge_sedan hur_länge_sen sedan_när hur_länge_har vilken_dag vilket_datum vilket_år vilken_månad "
    "vilken_vecka",
    maybe_when="när",
    auxiliaries="är var blev blir ska skulle har hade kommer kom gjorde fick",
    asks="vet minns mig säg säga berätta fråga kolla exakt om och",
    latest="senaste senast nyaste nyligen förra häromdagen på_sistone på_senaste_tiden den_sista det_sista",
    earliest="första först äldsta tidigaste ursprungligen",
    questions="vilken vilket vilka vad vem vems varför hur",
    duty="måste ska skall bör behöver alltid",
    any_one="en ett varje man du",
    counted="port ärende fel rad sida version nummer nr rum steg bygge id",
    idioms="förra_vintern förra_våren förra_sommaren förra_hösten letar_efter leta_efter letade_efter letat_efter "
    "söker_efter söka_efter frågar_efter fråga_efter ser_efter titta_efter efter_hand efter_behov och_sedan och_sen "
    "så_sen för_det_första i_första_hand till_sist förnamn senaste_nytt",
    noise="den det de ungefär cirka ca drygt typ omkring runt kring",
    ordinals=":e :a",
    shared="sen i_en par",
)
