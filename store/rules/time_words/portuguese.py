"""Portuguese, as written in Portugal and Brazil."""

from ..languages.portuguese import PORTUGUESE as CLAIMS
from .words import TimeWords, with_forms

PORTUGUESE = TimeWords(
    code="pt",
    months=with_forms(CLAIMS.months, "- fev - abr - - - ago - out - dez"),
    month_homonyms="ago out março",
    weekdays="segunda-feira,segunda terça-feira,terça quarta-feira,quarta quinta-feira,quinta sexta-feira,sexta "
    "sábado domingo",
    units="minute=minuto,minutos+ hour=hora,horas+ night=noite,noites+ day=dia,dias+ week=semana,semanas+ "
    "weekend=fim_de_semana,final_de_semana month=mês,meses+ quarter=trimestre,trimestres+ "
    "halfyear=semestre,semestres+,meio_ano year=ano,anos+ decade=década,décadas+",
    numbers="um=1 uma=1 dois=2 duas=2 três=3 quatro=4 cinco=5 seis=6 sete=7 oito=8 nove=9 dez=10 onze=11 doze=12 "
    "quinze=15 vinte=20 trinta=30 par_de=2 um_par_de=2 uns=2..4 umas=2..4 alguns=2..5 algumas=2..5 poucos=2..4 "
    "poucas=2..4 vários=3..7 várias=3..7",
    near="hoje=day+0 ontem=day-1 anteontem=day-2 amanhã=day+1 depois_de_amanhã=day+2 hoje_de_manhã=day+0 "
    "esta_manhã=day+0 esta_noite=night+0 ontem_à_noite=night-1 noite_passada=night-1",
    relative="passado=-1 passada=-1 anterior=-1 retrasado=-2 retrasada=-2 este=0 esta=0 neste=0 nesta=0 deste=0 "
    "desta=0 próximo=1 próxima=1 que_vem=1",
    rolling="último última últimos últimas passados passadas",
    ago="atrás",
    ago_ahead="há faz",
    before="antes_de antes_da antes_do antes_das antes_dos antes_que",
    after="depois_de depois_da depois_do depois_das depois_dos depois_que após",
    since="desde desde_que",
    until="até até_que até_a até_o",
    since_date="a_partir_de",
    between="entre",
    ends="e",
    range_from="de do desde",
    to="a ao até",
    within="em no na nos nas durante de do da para início meados",
    of="de do",
    every="cada todo toda todos todas por",
    when="há_quanto_tempo faz_quanto_tempo desde_quando até_quando que_dia qual_dia que_data qual_data que_ano "
    "qual_ano que_mês",
    maybe_when="quando",
    auxiliaries="foi é será era foram são",
    asks="sabe sabes sei diga dizer lembra lembras lembre exatamente e",
    latest="mais_recente mais_recentes recente recentes recentemente ultimamente último última últimos últimas "
    "outro_dia há_pouco",
    earliest="primeiro primeira primeiros primeiras mais_antigo mais_antiga inicialmente originalmente",
    questions="qual quais que quem onde como quanto quantos quantas",
    duty="deve devem devo devemos precisa sempre",
    any_one="um uma cada qualquer",
    counted="porta linha página erro versão ticket número sala passo servidor",
    idioms="primeiro_ministro em_primeiro_lugar por_último depois_de_tudo antes_de_tudo",
    noise="o os as cerca_de aproximadamente quase",
    shared="sete fim_de_semana",
)
