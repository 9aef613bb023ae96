"""Words by which a preference sets one thing above another, by language; those that deny stand in `languages`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Comparisons:
    """The words of one language, parted by spaces, `_` inside a phrase."""

    after: str = ""
    """What follows comes second: instead of."""
    before: str = ""
    """What stands before comes second."""
    over: str = ""
    """The like, where a preference is spoken of or an option stands before it; it has other senses too."""
    opens: str = ""
    than: str = ""
    """After one of `opens`, what follows comes second: prefers ... to."""
    but: str = ""
    """Ends what was denied."""
    leaves: str = ""
    """What follows is left behind for what comes after the next of `than`, `hinges` or `arrives`: moved from ... "
        "to."""
    arrives: str = ""
    dislikes: str = ""
    favours: str = ""
    """Verbs that begin to say what is liked after something was denied: and uses."""
    joins: str = ""
    """And, or: a list goes on."""
    because: str = ""
    """Begins a clause of its own, as the conditions of the language do."""
    hinges: str = ""
    """A denial behind it reaches back no further than this."""
    harmless: str = ""
    """Holds a word of denial and denies nothing."""
    forgets: str = ""
    """Takes a denial back: do not forget. By itself nobody can tell."""
    minds: str = ""
    """What is denied with it may be liked or not: do not mind."""
    shrugs: str = ""
    """Says neither with a denial of its own: why not, nothing against."""
    reserves: str = ""
    """What stands before is for one purpose: only for."""
    it: str = ""
    """Points at what was named before, as in: hated it."""
    concord: bool = False
    """Says a denial twice without taking it back: no usa nunca."""
    half: str = ""
    """Denies unless a word of `than` comes next: ne ... que."""


COMPARISONS = {
    "en": Comparisons(
        after="instead_of rather_than in_preference_to in_place_of in_lieu_of other_than except except_for besides "
        "anything_but everything_but all_but as_opposed_to more_than better_than",
        before="replaced_by superseded_by been_replaced_with was_replaced_with were_replaced_with is_replaced_with",
        over="over above ahead_of versus vs",
        opens="prefer prefers preferred preferring preference rather",
        than="to than",
        but="but though although in_favour_of in_favor_of",
        leaves="moved_from moving_from moves_from move_from switched_from switching_from switches_from switch_from "
        "migrated_from migrating_from migrates_from migrate_from changed_from away_from replace replaces replaced "
        "replacing",
        arrives="by",
        dislikes="dislike dislikes disliked hate hates hated avoid avoids avoided avoiding refuse refuses refused "
        "reject rejects rejected loathe loathes detest detests despises opposes ban bans banned forbid forbids "
        "forbidden is_against are_against tired_of stay_away_from stays_away_from stop_using stopped_using dropped "
        "is_deprecated are_deprecated is_discouraged are_discouraged out_of_the_question off_limits off_the_table "
        "last_resort forget_about fed_up_with sick_of gave_up_on given_up_on a_mistake bad_idea terrible_idea "
        "overkill",
        favours="use uses like likes love loves want wants choose chooses always",
        joins="and or",
        because="because since so where which who",
        hinges="to with for of that",
        harmless="not_only not_just not_merely nothing_but no_matter no_doubt no_problem find_and_replace "
        "search_and_replace nothing_beats can't_beat cannot_beat can't_get_enough cannot_get_enough can't_go_wrong "
        "cannot_go_wrong never_goes_wrong no_better never_better not_least none_other_than no_one_beats "
        "hate_it_when hate_it_if hates_it_when hates_it_if like_it_when like_it_if not_bad not_the_worst "
        "hard_not_to difficult_not_to impossible_not_to what's_not_to what_is_not_to",
        forgets="forget forgets forgot forgetting hesitate hesitates hesitating neglect neglects omit omits skip "
        "skips skipping fail_to fails_to afraid_of afraid_to scared_of regret regrets regretted regretting "
        "shy_away_from miss_out_on",
        minds="mind minds minded miss misses missed bother bothers object_to objects_to happier agree_more bad "
        "wrong ugly worse",
        shrugs="why_not why_don't why_do_not why_doesn't why_shouldn't why_can't why_isn't nothing_against "
        "nothing_wrong_with no_objection_to no_objections_to not_against not_opposed_to don't_care doesn't_care "
        "do_not_care does_not_care no_preference no_strong_feelings as_a_last_resort",
        reserves="only_for just_for solely_for only_as only_when only_if only_in only_on",
        it="it them that this those these",
    ),
    "de": Comparisons(
        after="statt anstatt anstelle anstelle_von außer",
        over="gegenüber",
        opens="lieber eher mehr besser bevorzugt zieht",
        than="als vor",
        but="sondern aber zugunsten",
        leaves="ersetzt ersetze ersetzen ersetzte wechselt_von wechselte_von gewechselt_von wechseln_von weg_von",
        arrives="durch auf",
        dislikes="hasst hasse hassen meide vermeide verabscheue ablehnt meidet vermeidet vermeiden verabscheut "
        "verboten ist_gegen lehnt lehne lehnen ablehnen verzichtet verzichte verzichten tabu notlösung letzte_wahl "
        "letzter_ausweg letztes_mittel notnagel schlechte_idee keine_gute_idee",
        favours="nutzt nutze verwendet verwende benutzt benutze mag liebt liebe will möchte nimmt nehme immer",
        joins="und oder",
        because="weil da denn damit wo",
        hinges="dass zu mit für",
        harmless="nicht_nur nicht_zuletzt nicht_schlecht",
        forgets="vergiss vergesse vergessen vergisst vergesst zögere zögern zögert scheue scheuen bereue bereuen "
        "bereut versäume versäumen missen entbehren",
        minds="stört stören störe vermisst vermisse vermissen schlecht falsch hässlich",
        shrugs="warum_nicht wieso_nicht weshalb_nicht warum_keine warum_kein nichts_gegen nichts_einzuwenden "
        "nicht_gegen ist_egal sind_egal als_letztes_mittel als_notlösung als_letzte_wahl",
        reserves="nur_für bloß_für ausschließlich_für lediglich_für nur_als nur_zum nur_zur nur_wenn nur_bei",
        it="es ihn sie das",
    ),
    "sv": Comparisons(
        after="framför i_stället_för istället_för hellre_än snarare_än utom förutom",
        opens="hellre föredrar snarare mer bättre",
        than="än",
        but="utan men",
        leaves="ersätter ersätt ersatte bytte_från byter_från gått_från gick_från",
        arrives="till",
        dislikes="ogillar ogillade hatar hatade avskyr undviker undvik vägrar avvisar är_emot förbjuder "
        "tycker_inte_om tål_inte sista_utväg sista_utvägen nödlösning dålig_idé ingen_bra_idé",
        favours="använder gillar älskar vill väljer tycker_om alltid",
        joins="och eller",
        because="eftersom för_att då så där",
        hinges="att som med för",
        harmless="inte_bara inte_minst inte_enbart inte_dåligt inte_dumt inte_illa",
        forgets="glöm glömma glömmer tveka tvekar tvekade ångra ångrar undvara avvara missa",
        minds="stör dålig dåligt dåliga fel",
        shrugs="varför_inte inget_emot ingenting_emot inte_emot kvittar som_sista_utväg",
        reserves="bara_för endast_för enbart_för bara_till endast_till bara_som bara_om",
        it="det den dem",
    ),
    "nl": Comparisons(
        after="in_plaats_van behalve eerder_dan",
        over="boven",
        opens="liever eerder verkiest beter meer",
        than="dan als",
        but="maar",
        dislikes="haat haten vermijdt vermijd vermijden mijdt verafschuwt weigert verwerpt verboden hekel_aan "
        "laatste_redmiddel noodoplossing slecht_idee geen_goed_idee",
        favours="gebruikt gebruik houdt hou wil kiest kies altijd",
        joins="en of",
        leaves="vervangt vervang vervangen stapte_over_van overgestapt_van",
        arrives="door naar",
        because="omdat want zodat waar die",
        hinges="dat te met voor om",
        harmless="noch niet_alleen niet_enkel niet_slecht",
        forgets="vergeet vergeten aarzel aarzelen aarzelt betreur betreurt",
        minds="stoort storen mis missen slecht verkeerd",
        shrugs="waarom_niet waarom_geen niets_tegen geen_bezwaar_tegen niet_tegen maakt_niet_uit als_laatste_redmiddel",
        reserves="alleen_voor enkel_voor slechts_voor alleen_als",
        it="het ze hem dat",
    ),
    "fr": Comparisons(
        after="plutôt_que plutôt_qu au_lieu_de au_lieu_d à_la_place_de sauf excepté hormis davantage_que",
        opens="préfère préférer préfèrent préférence mieux plus",
        than="à aux au que qu",
        but="mais",
        dislikes="déteste détestent évite évitent éviter hait refuse refusent rejette interdit bannit est_contre "
        "dernier_recours pis-aller mauvaise_idée",
        favours="utilise utilisent aime aiment adore veut veux choisit choisis toujours",
        joins="et ou",
        leaves="remplace remplacer remplacent passé_de passe_de passer_de migré_de migrer_de",
        arrives="par",
        because="parce_que parce_qu car puisque où",
        hinges="pour avec de d",
        harmless="pas_seulement pas_uniquement pas_mal",
        half="ne n",
        forgets="oublie oublier oublies oubliez oublions hésite hésiter hésites hésitez regrette regretter "
        "me_passer_de me_passer_d se_passer_de se_passer_d",
        minds="dérange dérangent gêne gênent manque mauvais mauvaise mauvaises",
        shrugs="pourquoi_pas rien_contre pas_contre en_dernier_recours",
        reserves="seulement_pour uniquement_pour juste_pour",
        it="cela ça",
        concord=True,
    ),
    "es": Comparisons(
        after="en_lugar_de en_vez_de antes_que excepto salvo por_encima_de",
        opens="prefiere prefieren prefiero preferir preferencia más mejor",
        than="a al que",
        but="sino pero",
        dislikes="odia odian odio detesta detesto evita evitan evito evitar rechaza rechazan rechazo aborrece "
        "prohíbe disgusta disgustan último_recurso mala_idea",
        favours="usa uso utiliza utilizo quiere quiero elige elijo siempre",
        joins="y e o u",
        leaves="reemplaza reemplazar reemplazó sustituye sustituir pasó_de pasar_de migró_de migrar_de cambió_de",
        arrives="por",
        because="porque pues ya_que donde",
        hinges="para con de",
        harmless="no_solo no_sólo no_solamente no_está_mal",
        forgets="olvides olvide olvidar olviden olvidemos dudes dude duden dudar vaciles vacilar prescindir "
        "arrepiento arrepiente",
        minds="molesta molestan importa importan malo mala malos malas",
        shrugs="por_qué_no por_que_no nada_en_contra_de nada_contra como_último_recurso",
        reserves="solo_para sólo_para solamente_para únicamente_para",
        it="eso esto",
        concord=True,
    ),
    "it": Comparisons(
        after="invece_di invece_che anziché piuttosto_che al_posto_di tranne eccetto",
        opens="preferisce preferiscono preferisco preferire più meglio",
        than="a al alla ai rispetto_a di che",
        but="bensì ma",
        dislikes="odia odiano odio detesta detesto evita evitano evito evitare rifiuta rifiutano vieta "
        "ultima_spiaggia ultima_risorsa ultima_istanza cattiva_idea pessima_idea",
        favours="usa uso utilizza utilizzo ama amo vuole voglio sceglie scelgo sempre",
        joins="e ed o",
        leaves="sostituisce sostituire sostituito passato_da passa_da passare_da migrato_da",
        because="perché poiché dove",
        hinges="per con",
        harmless="non_solo non_soltanto non_male",
        forgets="dimenticare dimentichi dimenticate dimenticarti esitare esita esitate rinunciare a_meno_di "
        "a_meno_dei pento pente",
        minds="dispiace dispiacciono disturba disturbano male cattivo cattiva cattivi",
        shrugs="niente_contro nulla_contro perché_non",
        reserves="solo_per soltanto_per unicamente_per",
        it="ciò questo",
        concord=True,
    ),
    "pt": Comparisons(
        after="em_vez_de ao_invés_de em_lugar_de exceto salvo menos",
        opens="prefere preferem prefiro preferir mais melhor",
        than="a à ao do_que que",
        but="mas senão",
        dislikes="odeia odeiam odeio detesta detesto evito evita evitam evitar rejeita recusa proíbe último_recurso "
        "última_opção má_ideia",
        favours="usa uso utiliza utilizo gosta gosto quer quero escolhe escolho sempre",
        joins="e ou",
        because="porque pois onde",
        hinges="para com de",
        harmless="não_só não_apenas não_somente nada_mal",
        forgets="esqueça esqueças esqueçam esquecer hesite hesites hesitar abrir_mão_de abro_mão_de deixe_de "
        "deixar_de arrependo arrepende",
        minds="incomoda incomodam importo importa mau má maus ruim ruins",
        shrugs="por_que_não nada_contra como_último_recurso",
        reserves="só_para apenas_para somente_para",
        it="isso isto",
        concord=True,
    ),
    "da": Comparisons(
        after="i_stedet_for frem_for fremfor snarere_end undtagen",
        opens="hellere foretrækker snarere heller foretrekker",
        than="end enn",
        but="men",
        dislikes="hader hater undgår unngår afskyr misliker nægter afviser er_imod sidste_udvej siste_utvei "
        "nødløsning dårlig_idé",
        favours="bruger bruker elsker vil vælger altid",
        joins="og eller",
        because="fordi da så hvor",
        hinges="at som med for",
        harmless="ikke_kun ikke_bare ikke_dårligt ikke_værst",
        forgets="glem glemme glemmer tøv tøve tøver nøl nøle undvære unnvære fortryder angrer",
        minds="generer savner dårlig dårligt dårlige",
        shrugs="hvorfor_ikke intet_imod ikke_noget_imod ikke_noe_imot ingenting_imod",
        reserves="kun_til kun_for bare_til bare_for",
        it="det den dem",
    ),
    "pl": Comparisons(
        after="zamiast niż oprócz",
        over="ponad nad",
        opens="woli wolą wolę preferuje",
        than="od",
        but="lecz ale tylko",
        dislikes="nienawidzi nienawidzę unikam unika unikać odrzuca odmawia nie_cierpi ostateczność "
        "ostatnia_deska_ratunku zły_pomysł",
        favours="używa używam lubi lubię chce chcę wybiera wybieram zawsze",
        joins="i lub oraz albo",
        because="ponieważ bo gdyż gdzie",
        hinges="że z dla",
        harmless="nie_tylko",
        forgets="zapomnij zapominaj zapominajcie zapomnieć wahaj zawahaj wahać żałuję żałuje obejść_się",
        minds="przeszkadza przeszkadzają zły złe",
        shrugs="dlaczego_nie czemu_nie nic_przeciwko",
        reserves="tylko_do tylko_dla wyłącznie_do",
        it="go je ją ich to",
        concord=True,
    ),
    "ru": Comparisons(
        after="вместо нежели кроме а_не",
        opens="больше лучше предпочитает предпочитаю скорее",
        than="чем",
        but="а но",
        dislikes="ненавидит ненавижу избегаю избегает избегать отвергает отказывается запрещает крайний_случай "
        "крайнем_случае плохая_идея",
        favours="использует использую любит люблю хочет хочу выбирает выбираю всегда",
        joins="и или",
        because="потому_что так_как где",
        hinges="что с для",
        harmless="не_только",
        forgets="забудь забудьте забывай забывайте забывать забыть бойся бойтесь стесняйся стесняйтесь сомневайся "
        "сомневайтесь жалею жалеет обойтись",
        minds="мешает мешают возражаю возражает плохо плохой плохие",
        shrugs="почему_не почему_бы_не почему_бы_и_не почему_бы_нет ничего_против не_против",
        reserves="только_для лишь_для только_как",
        it="его её их это",
        concord=True,
    ),
    "hu": Comparisons(
        before="helyett nélkül kivételével",
        opens="inkább jobban szívesebben többre",
        than="mint mintsem",
        but="hanem de",
        dislikes="utálja utál utálom gyűlöli gyűlölöm kerülöm kerüli kerül elutasítja ellenzi tilos végső_megoldás "
        "végső_esetben rossz_ötlet",
        favours="használ használja használok szeret szereti szeretem akar akarok választ mindig",
        joins="és vagy",
        because="mert mivel ahol",
        hinges="hogy",
        harmless="nem_csak nemcsak",
        forgets="felejtsd feledd felejts felejtse habozz habozzon megbántam bántam_meg",
        minds="zavar zavarja zavarnak bánom bánja rossz rosszak",
        shrugs="miért_ne miért_nem semmi_bajom semmi_gondom",
        it="azt ezt őket",
        concord=True,
    ),
    "zh": Comparisons(
        after="而不是 而非 而不用 胜过 胜于 多过 优先于 比起 相比 代替 取代 除了",
        before="不如",
        but="而是 更喜欢 更愿意 更偏好 宁愿 宁可 但 但是",
        dislikes="讨厌 厌恶 反感 避免 拒绝 反对 禁止 禁用 最后手段 万不得已 下策",
        joins="或者 以及",
        because="因为 所以",
        harmless="不仅 不但 不只 不光 不错 不管 不论 无论 差不多 别忘 别忘了 别忘记 不要忘记 不要忘了 勿忘 不能没有 "
        "离不开 少不了 不得不 舍不得 毫不犹豫 不要犹豫 别犹豫 不后悔 从不后悔 "
        "不可或缺 必不可少",
        shrugs="为什么不 为何不 何不 不反对 不介意 不在乎 无所谓",
    ),
    "ja": Comparisons(
        before="より よりも ではなく ではなくて でなく じゃなく の代わりに のかわりに なしで 無しで 抜きで",
        dislikes="嫌い 嫌う 嫌って 避ける 避けて 避けたい 拒否 最後の手段 最終手段",
        because="ので から",
        harmless="だけでなく だけではなく 忘れない 忘れないで 忘れずに 欠かせない 欠かせません なしでは生きられない "
        "なしではいられない なしでは考えられない ためらわず ためらわない 迷わず 手放せない "
        "しか使わない しか使いません なければならない なければなりません なければいけない なくてはならない "
        "なくてはいけない ないといけない",
        shrugs="構わない かまわない 構いません かまいません 気にしない どちらでもいい",
    ),
}
