"""German."""

from ..languages.german import GERMAN as CLAIMS
from .words import TimeWords, with_forms

GERMAN = TimeWords(
    code="de",
    months=with_forms(CLAIMS.months, "jan feb mär apr - - - aug sept okt nov dez"),
    month_homonyms="jan august",
    weekdays="montag dienstag mittwoch donnerstag freitag samstag,sonnabend sonntag",
    units="minute=minute,minuten+ hour=stunde,stunden+ night=nacht,nächte+,nächten+ day=tag,tages,tage+,tagen+ "
    "week=woche,wochen+ weekend=wochenende,wochenendes,wochenenden+ month=monat,monats,monate+,monaten+ "
    "quarter=quartal,quartals,quartale+,quartalen+ halfyear=halbjahr,halbjahres,halbes_jahr,halben_jahr "
    "year=jahr,jahres,jahre+,jahren+ decade=jahrzehnt,jahrzehnts,jahrzehnte+,jahrzehnten+",
    numbers="ein=1 eine=1 einem=1 einen=1 einer=1 zwei=2 drei=3 vier=4 fünf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 "
    "elf=11 zwölf=12 vierzehn=14 fünfzehn=15 zwanzig=20 dreißig=30 paar=2..4 ein_paar=2..4 einige=2..5 einigen=2..5 "
    "mehrere=3..7 mehreren=3..7",
    near="heute=day+0 heutige=day+0 heutigen=day+0 gestern=day-1 gestrige=day-1 gestrigen=day-1 gestriger=day-1 "
    "vorgestern=day-2 morgen=day+1 übermorgen=day+2 letzte_nacht=night-1 gestern_abend=night-1 heuer=year+0 "
    "am_wochenende=weekend-1",
    relative="letzte=-1 letzter=-1 letztes=-1 letzten=-1 letztem=-1 vorige=-1 voriger=-1 voriges=-1 vorigen=-1 "
    "vorigem=-1 vergangene=-1 vergangener=-1 vergangenes=-1 vergangenen=-1 vergangenem=-1 vorletzte=-2 vorletzter=-2 "
    "vorletztes=-2 vorletzten=-2 diese=0 dieser=0 dieses=0 diesen=0 diesem=0 laufende=0 laufenden=0 laufendes=0 "
    "nächste=1 nächster=1 nächstes=1 nächsten=1 nächstem=1 kommende=1 kommenden=1 kommender=1 kommendes=1",
    rolling="letzte letzter letztes letzten letztem vergangene vergangener vergangenen",
    ago="her",
    ago_ahead="vor",
    before="bevor ehe vor_der vor_dem vor_den vor_unserer vor_unserem",
    after="nachdem nach_der nach_dem nach_den nach_unserer nach_unserem",
    since="seit seitdem seit_der seit_dem",
    until="bis_zum bis_zur",
    before_date="vor",
    after_date="nach",
    since_date="ab ab_dem",
    until_date="bis",
    between="zwischen",
    ends="und",
    range_from="von vom",
    to="bis bis_zum",
    within="in im am während vom von aus zum für anfang mitte ende",
    of="von im",
    every="jeden jede jedes jedem jeder alle pro",
    when="wann seit_wann bis_wann wie_lange_ist wie_lange_schon wie_lang_ist welches_datum welchem_datum welchem_tag "
    "welchem_jahr welchem_monat welches_jahr",
    latest="neueste neuester neuestes neuesten neuestem neuste neuster neustes neusten aktuellste aktuellster "
    "aktuellstes aktuellsten jüngste jüngster jüngstes jüngsten letzte letzter letztes letzten zuletzt kürzlich "
    "neulich letztens unlängst vor_kurzem",
    earliest="erste erster erstes ersten zuerst älteste ältester ältestes ältesten früheste anfangs ursprünglich "
    "erstmals",
    questions="welche welcher welches welchen welchem was wer wem wen wessen wo warum wie",
    duty="muss müssen soll sollen sollte sollten immer stets",
    any_one="ein eine einem einer eines jedem jeder jeden man",
    counted="port ticket fehler zeile seite version nummer nr raum schritt build server office",
    idioms="letzten_winter letzten_frühling letzten_sommer letzten_herbst sucht_nach suche_nach suchen_nach "
    "suchte_nach gesucht_nach fragt_nach frage_nach fragen_nach fragte_nach sucht_nach_dem sucht_nach_der "
    "suche_nach_dem suche_nach_der suchen_nach_dem suchen_nach_der fragt_nach_dem fragt_nach_der je_nach "
    "nach_und_nach nach_wie_vor vor_allem am_morgen jeden_morgen guten_morgen am_ersten in_erster_linie als_erstes "
    "her_mit",
    noise="der die das den dem des etwa ungefähr circa ca rund knapp",
    ordinals=".",
    shared="her alle morgen elf",
)
