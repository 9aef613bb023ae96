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
    """What follows is left behind for what comes after the next of `than`, `hinges` or `arrives`: moved from ... to."""
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
        "forbidden is_against are_against tired_of stay_away_from stays_away_from stop_using stopped_using "
        "dropped is_deprecated are_deprecated is_discouraged are_discouraged out_of_the_question off_limits "
        "off_the_table",
        favours="use uses like likes love loves want wants choose chooses always",
        joins="and or",
        because="because since so where which who",
        hinges="to with for of that",
        harmless="not_only not_just not_merely nothing_but no_matter no_doubt no_problem find_and_replace "
        "search_and_replace",
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
        "verboten ist_gegen lehnt lehne lehnen ablehnen verzichtet verzichte verzichten tabu",
        favours="nutzt nutze verwendet verwende benutzt benutze mag liebt liebe will möchte nimmt nehme immer",
        joins="und oder",
        because="weil da denn damit wo",
        hinges="dass zu mit für",
        harmless="nicht_nur nicht_zuletzt",
    ),
    "sv": Comparisons(
        after="framför i_stället_för istället_för hellre_än snarare_än utom förutom",
        opens="hellre föredrar snarare mer bättre",
        than="än",
        but="utan men",
        leaves="ersätter ersätt ersatte bytte_från byter_från gått_från gick_från",
        arrives="till",
        dislikes="ogillar ogillade hatar hatade avskyr undviker undvik vägrar avvisar är_emot förbjuder "
        "tycker_inte_om tål_inte",
        favours="använder gillar älskar vill väljer tycker_om alltid",
        joins="och eller",
        because="eftersom för_att då så där",
        hinges="att som med för",
        harmless="inte_bara inte_minst inte_enbart",
    ),
    "nl": Comparisons(
        after="in_plaats_van behalve eerder_dan",
        over="boven",
        opens="liever eerder verkiest beter meer",
        than="dan als",
        but="maar",
        dislikes="haat haten vermijdt vermijd vermijden mijdt verafschuwt weigert verwerpt verboden hekel_aan",
        favours="gebruikt gebruik houdt hou wil kiest kies altijd",
        joins="en of",
        leaves="vervangt vervang vervangen stapte_over_van overgestapt_van",
        arrives="door naar",
        because="omdat want zodat waar die",
        hinges="dat te met voor om",
        harmless="noch niet_alleen niet_enkel",
    ),
    "fr": Comparisons(
        after="plutôt_que plutôt_qu au_lieu_de au_lieu_d à_la_place_de sauf excepté hormis davantage_que",
        opens="préfère préférer préfèrent préférence mieux plus",
        than="à aux au que qu",
        but="mais",
        dislikes="déteste détestent évite évitent éviter hait refuse refusent rejette interdit bannit est_contre",
        favours="utilise utilisent aime aiment adore veut veux choisit choisis toujours",
        joins="et ou",
        leaves="remplace remplacer remplacent passé_de passe_de passer_de migré_de migrer_de",
        arrives="par",
        because="parce_que parce_qu car puisque où",
        hinges="pour avec de d",
        harmless="pas_seulement pas_uniquement",
        half="ne n",
    ),
    "es": Comparisons(
        after="en_lugar_de en_vez_de antes_que excepto salvo por_encima_de",
        opens="prefiere prefieren prefiero preferir preferencia más mejor",
        than="a al que",
        but="sino pero",
        dislikes="odia odian odio detesta detesto evita evitan evito evitar rechaza rechazan rechazo aborrece "
        "prohíbe disgusta disgustan",
        favours="usa uso utiliza utilizo quiere quiero elige elijo siempre",
        joins="y e o u",
        leaves="reemplaza reemplazar reemplazó sustituye sustituir pasó_de pasar_de migró_de migrar_de cambió_de",
        arrives="por",
        because="porque pues ya_que donde",
        hinges="para con de",
        harmless="no_solo no_sólo no_solamente",
    ),
    "it": Comparisons(
        after="invece_di invece_che anziché piuttosto_che al_posto_di tranne eccetto",
        opens="preferisce preferiscono preferisco preferire più meglio",
        than="a al alla ai rispetto_a di che",
        but="bensì ma",
        dislikes="odia odiano odio detesta detesto evita evitano evito evitare rifiuta rifiutano vieta",
        favours="usa uso utilizza utilizzo ama amo vuole voglio sceglie scelgo sempre",
        joins="e ed o",
        leaves="sostituisce sostituire sostituito passato_da passa_da passare_da migrato_da",
        because="perché poiché dove",
        hinges="per con",
        harmless="non_solo non_soltanto",
    ),
    "pt": Comparisons(
        after="em_vez_de ao_invés_de em_lugar_de exceto salvo menos",
        opens="prefere preferem prefiro preferir mais melhor",
        than="a à ao do_que que",
        but="mas senão",
        dislikes="odeia odeiam odeio detesta detesto evito evita evitam evitar rejeita recusa proíbe",
        favours="usa uso utiliza utilizo gosta gosto quer quero escolhe escolho sempre",
        joins="e ou",
        because="porque pois onde",
        hinges="para com de",
        harmless="não_só não_apenas não_somente",
    ),
    "da": Comparisons(
        after="i_stedet_for frem_for fremfor snarere_end undtagen",
        opens="hellere foretrækker snarere heller foretrekker",
        than="end enn",
        but="men",
        dislikes="hader hater undgår unngår afskyr misliker nægter afviser er_imod",
        favours="bruger bruker elsker vil vælger altid",
        joins="og eller",
        because="fordi da så hvor",
        hinges="at som med for",
        harmless="ikke_kun ikke_bare",
    ),
    "pl": Comparisons(
        after="zamiast niż oprócz",
        over="ponad nad",
        opens="woli wolą wolę preferuje",
        than="od",
        but="lecz ale tylko",
        dislikes="nienawidzi nienawidzę unikam unika unikać odrzuca odmawia nie_cierpi",
        favours="używa używam lubi lubię chce chcę wybiera wybieram zawsze",
        joins="i lub oraz albo",
        because="ponieważ bo gdyż gdzie",
        hinges="że z dla",
        harmless="nie_tylko",
    ),
    "ru": Comparisons(
        after="вместо нежели кроме а_не",
        opens="больше лучше предпочитает предпочитаю скорее",
        than="чем",
        but="а но",
        dislikes="ненавидит ненавижу избегаю избегает избегать отвергает отказывается запрещает",
        favours="использует использую любит люблю хочет хочу выбирает выбираю всегда",
        joins="и или",
        because="потому_что так_как где",
        hinges="что с для",
        harmless="не_только",
    ),
    "hu": Comparisons(
        before="helyett nélkül kivételével",
        opens="inkább jobban szívesebben többre",
        than="mint mintsem",
        but="hanem de",
        dislikes="utálja utál utálom gyűlöli gyűlölöm kerülöm kerüli kerül elutasítja ellenzi tilos",
        favours="használ használja használok szeret szereti szeretem akar akarok választ mindig",
        joins="és vagy",
        because="mert mivel ahol",
        hinges="hogy",
        harmless="nem_csak nemcsak",
    ),
    "zh": Comparisons(
        after="而不是 而非 而不用 胜过 胜于 多过 优先于 比起 相比 代替 取代 除了",
        before="不如",
        but="而是 更喜欢 更愿意 更偏好 宁愿 宁可 但 但是",
        dislikes="讨厌 厌恶 反感 避免 拒绝 反对 禁止 禁用",
        joins="或者 以及",
        because="因为 所以",
        harmless="不仅 不但 不只 不光 不错 不管 不论 无论 差不多",
    ),
    "ja": Comparisons(
        before="より よりも ではなく ではなくて でなく じゃなく の代わりに のかわりに なしで 無しで 抜きで",
        dislikes="嫌い 嫌う 嫌って 避ける 避けて 避けたい 拒否",
        because="ので から",
        harmless="だけでなく だけではなく",
    ),
}
