"""What tells languages of one script apart, beside function words: their letters and common endings."""

# By script, the likeliest first: the order decides where a text says nothing about its language.
_LATIN = "en de fr es sv nl it pt da no fi pl cs hu ro tr id et lt ca eu sr sk sl lv ga eo af vi tl sw st"
LANGUAGES_OF = {
    "latin": tuple(_LATIN.split()),
    "cyrillic": ("ru", "uk", "sr", "bg", "be", "mk"),
    "greek": ("el",),
    "arabic": ("ar", "fa", "ur"),
    "hebrew": ("he", "yi"),
    "devanagari": ("hi", "ne", "mr"),
    "bengali": ("bn",),
    "tamil": ("ta",),
    "telugu": ("te",),
    "armenian": ("hy",),
    "georgian": ("ka",),
}
SCRIPT_RANGES = (
    (0x0000, 0x024F, "latin"),
    (0x0370, 0x03FF, "greek"),
    (0x0400, 0x052F, "cyrillic"),
    (0x0530, 0x058F, "armenian"),
    (0x0590, 0x05FF, "hebrew"),
    (0x0600, 0x077F, "arabic"),
    (0x0900, 0x097F, "devanagari"),
    (0x0980, 0x09FF, "bengali"),
    (0x0B80, 0x0BFF, "tamil"),
    (0x0C00, 0x0C7F, "telugu"),
    (0x10A0, 0x10FF, "georgian"),
    (0x1E00, 0x1EFF, "latin"),
    (0x1F00, 0x1FFF, "greek"),
)
# The letters beyond a-z (beyond the script's common stock) that a language writes.
LETTERS = {
    "sv": "åäöé", "da": "æøåé", "no": "æøåé", "de": "äöüß", "nl": "ëïéèö", "fr": "àâæçéèêëîïôœùûüÿ", "es": "áéíñóúü",
    "pt": "áâãàçéêíóôõú", "it": "àèéìíòóùú", "ca": "àçèéíïòóúü", "ro": "ăâîșşțţ", "fi": "äöå", "et": "äõöüšž",
    "hu": "áéíóöőúüű", "tr": "çğıöşüâî", "pl": "ąćęłńóśźż", "cs": "áčďéěíňóřšťúůýž", "sk": "áäčďéíĺľňóôŕšťúýž",
    "sl": "čšž", "sr": "čćđšžђјљњћџ", "lt": "ąčęėįšųūž", "lv": "āčēģīķļņšūž", "ga": "áéíóú", "eo": "ĉĝĥĵŝŭ",
    "af": "êëéèôûîï", "eu": "ñ", "vi": "ăâđêôơưáàảãạấầẩẫậắằẳẵặéèẻẽẹếềểễệíìỉĩịóòỏõọốồổỗộớờởỡợúùủũụứừửữựýỳỷỹỵ",
    "ru": "ёъыэ", "uk": "іїєґ", "be": "іўёыэ", "bg": "ъ", "mk": "ѓќјљњџѕ", "fa": "پچژگکی", "ur": "پچژگکیٹڈڑںےہھ",
    "ar": "ةىكيإأ", "yi": "ײװױ",
}  # fmt: skip
# Endings (folded) that many words of a language have and few of others.
ENDINGS = {
    "en": "ing tion ment ness able ies ously ally ight ough",
    "de": "ung ungen keit heit lich isch schaft igen ieren tzt",
    "nl": "ijk ijke heid ingen tjes oord isch ijn aal atie", "fr": "ique ement eur euse aux eaux oir iere ette eurs",
    "es": "cion ciones dad ando iendo aron ados idad ores illo",
    "pt": "coes cao dade ando aram ados agem mente eiro oes",
    "it": "zione zioni mento menti ezza etto issimo ano ono ita", "ca": "cio cions tat ment ats esa atge",
    "ro": "ului elor ilor atea eaza esc uri tia tiei tele",
    "sv": "ning ningar arna erna orna ande ende het ligt ades",
    "da": "erne ningen inger hed else elser ede lige ende",
    "no": "ene ingen inger het else elser ede lige ende asjon",
    "fi": "nen ssa sta lla lle ista issa den taan sti minen mista uksia nat ojen kset",
    "et": "dakse takse mine vad tud dud sed stud gus kud mise",
    "hu": "sag seg ban ben nak nek kat ket juk tok ott ett ekben asok",
    "tr": "lar ler lari leri dir mek mak yor nda nde ildi",
    "pl": "ego owie ach ami acja anie enie owac cie osci ych czny",
    "cs": "eho ych ani eni ova ost osti uje ovat emi nik", "sk": "eho ych anie enie ost osti uje ovat ami nik",
    "lt": "ias ius iai imas amas oje uose omis iams ojama ojo", "lv": "iem sana sanas ajam iski tiem umi ibas",
    "id": "kan nya annya ikan asi ngan akan", "tl": "ang ing han hin", "sw": "isha wa eni",
    "ru": "ого ами ать ение ения ость ются ется ные ный", "uk": "ого ами ати ення ість ються ється ння ний",
    "be": "ага амі аць ецца асць насць", "bg": "ите ата ето ият ание ване ват ния", "mk": "ите ата ето ување иот аат",
    "sr": "ење ање ама има ост ују ања ења ског", "hi": "ता ती ते ओं ियों ना ने", "ne": "हरू मा लाई ले को",
    "mr": "ांच ण्या ला मध्ये", "ar": "ات ين ون ية", "fa": "های ها ان ند ای", "ur": "وں یں ئے",
}  # fmt: skip
