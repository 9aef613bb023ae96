"""Italian."""

from ..languages.italian import ITALIAN as CLAIMS
from .words import TimeWords, with_forms

ITALIAN = TimeWords(
    code="it",
    months=with_forms(CLAIMS.months, "genn - - - - - - - - ott - dic"),
    weekdays="lunedì martedì mercoledì giovedì venerdì sabato domenica",
    units="minute=minuto,minuti+ hour=ora,ore+ night=notte,notti+ day=giorno,giorni+ week=settimana,settimane+ "
    "weekend=weekend,fine_settimana month=mese,mesi+ quarter=trimestre,trimestri+ "
    "halfyear=semestre,semestri+,mezzo_anno,mezz_anno year=anno,anni+ decade=decennio,decenni+",
    numbers="un=1 uno=1 una=1 due=2 tre=3 quattro=4 cinque=5 sei=6 sette=7 otto=8 nove=9 dieci=10 undici=11 "
    "dodici=12 quindici=15 venti=20 trenta=30 paio_di=2 un_paio_di=2 qualche=2..4 alcuni=2..5 alcune=2..5 "
    "diversi=3..7 diverse=3..7",
    near="oggi=day+0 ieri=day-1 altro_ieri=day-2 avantieri=day-2 domani=day+1 dopodomani=day+2 stamattina=day+0 "
    "stasera=night+0 ieri_sera=night-1 stanotte=night-1",
    relative="scorso=-1 scorsa=-1 passato=-1 passata=-1 precedente=-1 questo=0 questa=0 quest=0 prossimo=1 prossima=1",
    rolling="ultimo ultima ultimi ultime passati passate scorsi scorse",
    ago="fa or_sono",
    before="prima_di prima_del prima_della prima_dello prima_dell prima_dei prima_degli prima_delle prima_che",
    after="dopo dopo_che",
    since="da_quando sin_da fin_da sin_dal fin_dal",
    until="fino_a fino_al fino_alla fino_all fino_ai fino_alle finché",
    since_date="da dal dalla dall dallo a_partire_da a_partire_dal",
    between="tra fra",
    ends="e ed",
    range_from="da dal dall dalla",
    to="a al all fino_a fino_al",
    within="in a ad nel nello nella nell durante di del dello dell della dei per inizio metà fine",
    of="di del dello dell della",
    every="ogni tutti tutte",
    when="da_quanto_tempo da_quanto quanto_tempo_fa quanto_fa che_giorno quale_giorno che_anno quale_anno che_mese "
    "quale_mese che_data quale_data",
    maybe_when="quando",
    auxiliaries="è ha hanno abbiamo sono era sarà siamo",
    asks="sai sa so dimmi dirmi ricordi ricorda ricordami esattamente e",
    latest="più_recente più_recenti recente recenti recentemente di_recente ultimamente ultimo ultima ultimi ultime "
    "altro_giorno",
    earliest="primo la_prima per_la_prima_volta più_vecchio più_vecchia inizialmente originariamente",
    questions="quale quali che chi dove perché come quanto quanti quante cosa",
    duty="deve devono devo dobbiamo bisogna sempre",
    any_one="un una uno ogni qualsiasi",
    counted="porta riga pagina errore versione ticket numero stanza passo server",
    idioms="prima_o_poi primo_ministro in_primo_luogo dopo_tutto",
    noise="il lo la l i gli le circa quasi",
    shared="sei ora ore fine",
)
