"""Spanish."""

from ..languages.spanish import SPANISH as CLAIMS
from .words import TimeWords, with_forms

SPANISH = TimeWords(
    code="es",
    months=with_forms(CLAIMS.months, "ene - - abr - - - ago sept,setiembre - - dic"),
    month_homonyms="julio ago",
    weekdays="lunes martes miércoles jueves viernes sábado domingo",
    units="minute=minuto,minutos+ hour=hora,horas+ night=noche,noches+ day=día,días+ week=semana,semanas+ "
    "weekend=fin_de_semana,finde month=mes,meses+ quarter=trimestre,trimestres+ "
    "halfyear=semestre,semestres+,medio_año year=año,años+ decade=década,décadas+",
    numbers="un=1 una=1 uno=1 dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 once=11 doce=12 "
    "quince=15 veinte=20 treinta=30 par_de=2 un_par_de=2 unos=2..4 unas=2..4 algunos=2..5 algunas=2..5 varios=3..7 "
    "varias=3..7",
    near="hoy=day+0 ayer=day-1 anteayer=day-2 antier=day-2 antes_de_ayer=day-2 mañana=day+1 pasado_mañana=day+2 "
    "esta_mañana=day+0 esta_tarde=day+0 esta_noche=night+0 anoche=night-1",
    relative="pasado=-1 pasada=-1 anterior=-1 antepasado=-2 antepasada=-2 este=0 esta=0 próximo=1 próxima=1 "
    "que_viene=1",
    rolling="último última últimos últimas pasados pasadas",
    ago="atrás",
    ago_ahead="hace",
    before="antes_de antes_del antes_de_que antes_que",
    after="después_de después_del después_de_que tras luego_de",
    since="desde desde_que desde_hace",
    until="hasta hasta_que",
    since_date="a_partir_de a_partir_del",
    between="entre",
    ends="y e",
    range_from="de del desde",
    to="a al hasta",
    within="en durante de del para principios mediados finales",
    of="de del",
    every="cada todos todas por",
    when="cuánto_tiempo_hace cuánto_hace hace_cuánto_tiempo hace_cuánto desde_cuándo hasta_cuándo qué_día qué_fecha "
    "qué_año qué_mes qué_semana cuál_fecha",
    maybe_when="cuándo",
    auxiliaries="fue es será ha han hemos era fueron son",
    asks="sabes sabe sé dime dígame decir recuerdas recuerda recuérdame exactamente y",
    latest="más_reciente más_recientes reciente recientes recientemente último última últimos últimas últimamente "
    "hace_poco otro_día",
    earliest="primero primer primera primeros primeras más_antiguo más_antigua inicialmente originalmente",
    questions="qué cuál cuáles quién quiénes dónde cómo cuánto cuántos cuántas",
    duty="debe deben debo debemos hay_que siempre",
    any_one="un una cada cualquier",
    counted="puerto línea página error versión ticket número sala paso servidor",
    idioms="por_la_mañana de_la_mañana en_la_mañana primer_nombre en_primer_lugar por_último después_de_todo "
    "antes_que_nada primer_ministro",
    noise="el la los las más_o_menos aproximadamente casi",
    shared="mañana once par_de",
)
