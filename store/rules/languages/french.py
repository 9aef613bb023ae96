"""French."""

from .language import Language

FRENCH = Language(
    code="fr",
    stemmer="french",
    letters="œéèêàçùâîô",
    articles="le la les l ce cet cette ces son sa ses leur leurs notre nos mon ma mes du des au aux",
    one="un une",
    light="il elle ils elles on nous je c s se et ou mais aussi actuellement maintenant encore toujours_pas déjà y "
    "en qui que qu dont où quoi quand comme si très donc alors lui soi même ici là lieu été d",
    be="est sont était étaient être a ont avait avaient sera seront fut reste restent effectue déroule",
    have="a ont avait avaient",
    must="doit doivent devait faut nécessite nécessitent requiert requièrent",
    may="peut peuvent pouvait pourrait permet",
    prepositions="de à dans sur sous en par avec vers entre pendant chez après avant derrière depuis_le contre selon "
    "via jusque jusqu auprès parmi",
    places="à dans sur sous chez en",
    for_whom="pour",
    since="depuis dès",
    agent="par",
    negations="ne n pas jamais aucun aucune rien personne nulle ni guère",
    no_longer="ne_plus plus n_plus",
    there="y existe existent",
    without="sans manque",
    every="tous toutes tout toute chaque",
    everyone="tous tout_le_monde quiconque",
    only="seulement uniquement exclusivement seul seule seuls unique",
    additive="aussi également en_outre de_plus en_plus par_ailleurs outre",
    ordinals="premier première deuxième second seconde troisième quatrième cinquième dernier dernière",
    past_forms=r"\w{2,}(?:èrent|irent)|échoua|tomba|planta",
    dated="né née prévu prévue planifié planifiée signé signée",
    ways="sur | sous;entre;chez",
    clock="midi=12:00 minuit=0:00",
    always="toujours permanence constamment fixe",
    past="était étaient avait avaient fut autrefois",
    future="sera seront",
    persons="je j | nous | il | elle | vous",
    directions="de | à vers;et | ou;avec | contre",
    numbers="zéro=0 deux=2 trois=3 quatre=4 cinq=5 six=6 sept=7 huit=8 neuf=9 dix=10 onze=11 douze=12 treize=13 "
    "quatorze=14 quinze=15 seize=16 vingt=20 trente=30 quarante=40 cinquante=50 soixante=60 cent=100 mille=1000 "
    "million=1000000 premier=1 première=1 deuxième=2 troisième=3 quatrième=4 cinquième=5 demi=0.5 double=2 dernier=-1 "
    "dernière=-1",
    units="seconde=s secondes=s minute=min minutes=min heure=h heures=h jour=d jours=d semaine=w semaines=w mois=mo "
    "an=y ans=y année=y années=y pour_cent=% caractères=ch octets=b euros=eur euro=eur mo=mb go=gb ko=kb "
    "kilomètres=km mètres=m",
    rates="quotidiennement=d chaque_jour=d hebdomadaire=w chaque_semaine=w mensuel=mo chaque_mois=mo chaque_nuit=n "
    "annuel=y chaque_heure=h quotidienne=d quotidien=d",
    months="janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    weekdays="lundi,lundis mardi,mardis mercredi,mercredis jeudi,jeudis vendredi,vendredis samedi,samedis "
    "dimanche,dimanches",
    opposed="devant | derrière;en_amont amont | en_aval aval;au-dessus au_dessus | en-dessous au-dessous "
    "en_dessous;activé activée activés activées actif | désactivé désactivée désactivés désactivées inactif;avant | "
    "après;autorisé autorisée autorisés permis | interdit interdite interdits défendu;public publique publics | "
    "privé privée privés interne;obligatoire | facultatif facultative optionnel;manuel manuelle manuellement main | "
    "automatique automatiquement;synchrone | asynchrone;croissant | décroissant;ouvert ouverte | fermé fermée;gauche "
    "| droite;minimum moins | maximum plus_de;rapide | lent lente;local | distant;visible | caché invisible;augmente "
    "| diminue baisse;aime | déteste;intérieur | extérieur;tabulations | espaces;gratuit | payant;clair | "
    "sombre;début | fin;chiffré | clair_texte;parallèle | séquentiel;plus_de | moins_de",
    choices="tabulations espaces",
    many="supportons supportent charge supporte prend_en_charge testé testée compatible contient inclut comprend "
    "parle propose intègre exporter importer disponible connecter par_exemple plusieurs quelques accepte",
    uses="utilise utilisent dépend appelle envoie lit écrit collecte évite surveille utiliser",
    single="tourne tournent situe situé située trouve trouvent habite vit siège stocké stockée stockés stockées "
    "conservé conservés hébergé hébergée écoute appartient nomme dirige géré gérée maintenu maintenue responsable "
    "préfère commence finit expire basé placé réside range",
    ranks="préféré préférée principal principale officiel officielle défaut",
    functional="défaut nom propriétaire chef responsable adresse langue fuseau format port couleur favori préféré "
    "préférée principal principale siège contact mot_de_passe version fournisseur directeur directrice niveau titre "
    "président présidente maire entraîneur capitaine secrétaire devise",
    ended="arrêté arrêtée supprimé supprimée abandonné abandonnée fermé fermée archivé archivée éteint éteinte "
    "retiré retirée désaffecté démantelé mis_hors_service mise_hors_service hors_service débranché débranchée clos "
    "remplacé remplacée",
    history="écrit écrite écrits développé créé conçu fondé introduit lancé",
    holders="dirige responsable chef propriétaire gère directeur directrice président présidente maintient",
    scopes="production staging préproduction test tests développement recette local interne externe mobile bureau "
    "ios android windows linux europe invités administrateurs utilisateurs clients semaine nuit anglais allemand "
    "français espagnol italien",
    synonyms="supprimer supprime supprimé supprimés effacer effacé efface;garder gardé conserver conservé conservés "
    "stocké;application appli app;configuration config;dépôt repo;documentation docs doc;vacances congés congé;erreur "
    "panne;employé salarié;approuver approuvé approbation valider validé",
    conditions="quand si lorsque lorsqu",
    filler="noter note rappel rappeler rappelons important attention savoir bon information info mentionner signaler "
    "noté remarque veuillez préciser préciser_que souligner utile garder esprit bien sûr évidemment rappelle "
    "pour_mémoire mémoire titre d'information convient n_oubliez_pas n_oublie_pas n_oublions_pas",
)
