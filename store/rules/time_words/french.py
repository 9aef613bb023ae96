"""French."""

from ..languages.french import FRENCH as CLAIMS
from .words import TimeWords, with_forms

FRENCH = TimeWords(
    code="fr",
    months=with_forms(CLAIMS.months, "janv févr,fév - avr - - juil - sept oct nov déc"),
    month_homonyms="mars mai",
    weekdays="lundi mardi mercredi jeudi vendredi samedi dimanche",
    units="minute=minute,minutes+ hour=heure,heures+ night=nuit,nuits+ day=jour,jours+,journée,journées+ "
    "week=semaine,semaines+,semaine-ci weekend=week-end,weekend,week-ends+ month=mois,mois-ci "
    "quarter=trimestre,trimestres+ halfyear=semestre,semestres+ year=an,ans+,année,années+,année-ci "
    "decade=décennie,décennies+",
    numbers="un=1 une=1 deux=2 trois=3 quatre=4 cinq=5 six=6 sept=7 huit=8 neuf=9 dix=10 onze=11 douze=12 quinze=15 "
    "vingt=20 trente=30 quelques=2..4 plusieurs=3..7",
    near="aujourd_hui=day+0 hier=day-1 avant-hier=day-2 demain=day+1 après-demain=day+2 ce_matin=day+0 ce_soir=day+0 "
    "cette_nuit=night-1 hier_soir=night-1 nuit_dernière=night-1",
    relative="dernier=-1 dernière=-1 passé=-1 passée=-1 précédent=-1 précédente=-1 avant-dernier=-2 "
    "avant-dernière=-2 ce=0 cet=0 cette=0 prochain=1 prochaine=1",
    rolling="derniers dernières dernier dernière",
    ago_ahead="il_y_a y_a voilà ça_fait",
    before="avant avant_de avant_que",
    after="après après_que",
    since="depuis depuis_que",
    until="jusqu_à jusqu_au jusqu_aux jusqu_en jusqu_à_ce_que",
    since_date="à_partir_de à_partir_du",
    between="entre",
    ends="et",
    range_from="de du",
    to="à au jusqu_à jusqu_au",
    within="en pendant durant de du des d au dans pour début fin mi",
    of="de du d",
    every="chaque tous toutes par",
    when="depuis_quand jusqu_à_quand depuis_combien_de_temps il_y_a_combien_de_temps quelle_date quel_jour "
    "quelle_année quel_mois quelle_semaine",
    maybe_when="quand",
    auxiliaries="est était ont a avons avez as ai sont sera",
    asks="sais sait savez dis dites dire moi rappelle souviens exactement et",
    latest="plus_récent plus_récente plus_récents plus_récentes récent récente récents récentes récemment "
    "dernièrement dernier dernière ces_derniers_temps autre_jour derniers dernières",
    earliest="premier première premiers premières plus_ancien plus_ancienne initialement",
    questions="quel quelle quels quelles que qu quoi qui où pourquoi comment combien",
    duty="doit doivent faut devons dois devez toujours",
    any_one="un une chaque tout toute",
    counted="port ligne page erreur version ticket numéro salle étape serveur",
    idioms="hiver_dernier été_dernier automne_dernier premier_ministre en_premier_lieu tout_d_abord prénom "
    "après_tout avant_tout",
    noise="le la les l environ presque à_peu_près à_peine",
    ordinals="er e ème",
    shared="hier ce",
)
