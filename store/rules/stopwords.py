"""Function words: dropped from a query that says more, and evidence of the language of a text.

Each list holds articles, pronouns, prepositions, auxiliaries and question words as they are written,
never words that carry a subject. Languages are named by their ISO 639-1 codes.
"""

from functools import cache

from . import scripts

_LISTS = {
    "en": """a about above after again against all also am an and any are aren't as at be because been before being
        below between both but by can can't cannot could couldn't did didn't do does doesn't doing don't down during
        each few for from further had hadn't has hasn't have haven't having he her here hers herself him himself his
        how i if in into is isn't it its itself just let me might more most must my myself no nor not now of off on
        once only or other ought our ours out over own please same shall she should shouldn't so some such than that
        the their theirs them themselves then there these they this those through to too under until up upon us very
        was wasn't we were weren't what when where which while who whom whose why will with within without won't
        would wouldn't you your yours yourself""",
    "sv": """alla allt att av bara blev bli blir blivit de dem den denna deras dess dessa det detta dig din dina
        ditt du där då efter ej eller en er era ert ett finns från för ha hade han hans har hon hur här i icke inga
        ingen inget inom inte ja jag kan kommer kunde man med medan mellan men mig min mina mitt mot mycket måste ni
        nu när någon något några och om oss på sedan sig sin sina sitt ska skall skulle som så till under upp ut
        utan vad var vara varför varit varje vars vem vi vid vilka vilken vilket vill vår våra vårt än är åt över
        hos även bör gör göra får eftersom""",
    "da": """af alle alt at blev blive bliver da de dem den denne der deres det dette dig din dine disse dog du
        efter eller en end er et for fra få får ham han hans har havde have hende hendes her hos hun hvad hvem hver
        hvilken hvilke hvor hvordan hvorfor hvornår i ikke ind ingen jeg jer kan kom kunne man mange med meget men
        mig min mine mit mod mellem nogle noget nogen nu når og også om op os over på sig sin sine sit skal skulle
        som sådan så til ud under uden var ved vi vil ville vores være været bør gør fordi kun""",
    "no": """alle alt av at ble bli blir bare da de deg dem den denne der deres det dette din disse dit du eller en
        enn er et ett etter for fordi fra få får ha hadde han hans har hennes her hos hun hva hvem hver hvilken
        hvilke hvor hvordan hvorfor i ikke inn ingen jeg kan kom kun kunne man mange med meg men mellom min mitt mot
        mye må noe noen nå når og også om opp oss over på seg selv sin sine sitt skal skulle som så til under ut
        uten var ved vi vil ville vår våre være vært bør gjør""",
    "de": """aber alle allem allen aller alles als also am an auch auf aus bei beim bin bis bist da damit dann das
        dass dein dem den denn der des dessen dich die dies diese diesem diesen dieser dieses dir doch dort du durch
        ein eine einem einen einer eines er es euch euer für gegen habe haben hat hatte hatten hier hin ich ihm ihn
        ihnen ihr ihre ihrem ihren ihrer im in ins ist jede jedem jeden jeder jedes kann kein keine keinen können
        man mehr mein mich mir mit muss müssen nach nicht nichts noch nun nur ob oder ohne schon sehr sein seine
        seinem seinen seiner seit sich sie sind sobald soll sollte sollten sollen sondern sonst über um und uns
        unser unsere unter viel vom von vor wann war waren warum was weil welche welchem welchen welcher welches
        wenn wer werde werden wie wieder wird wo wurde wurden während zu zum zur zwischen""",
    "nl": """aan al alle alleen als altijd ben bij daar dan dat de deze die dit doen door dus een en er ge geen had
        heb hebben heeft hem het hier hij hoe hun iemand iets ik in is ja je jij jouw kan kunnen kon maar me meer
        men met mij mijn moet moeten na naar niet niets nog nu of om omdat ons onze ook op over reeds te tegen toch
        toen tot u uit uw van veel voor waar waarom wanneer waren was wat welke wel werd werden wie wij worden wordt
        we zal ze zelf zich zij zijn zo zonder zou zullen tussen onder mag elke elk binnen""",
    "fr": """a à afin ai alors après as au aussi autre aux avait avant avec avoir avons car ce ceci cela celle celui
        ces cet cette ceux chaque chez comme comment d dans de depuis des doit doivent donc dont du elle elles en
        encore entre es est et était été être eu eux fait il ils j je jusqu l la là le les leur leurs lors lorsque
        lui m ma mais me même mes moi moins mon n ne nos notre nous on ont ou où par parce pas pendant peu peut
        peuvent plus pour pourquoi puis qu quand que quel quelle quelles quels qui quoi s sa sans se sera ses si son
        sont sous sur t ta te tes toi ton tous tout toute toutes très tu un une vers vos votre vous y""",
    "es": """a al algo algunos ante antes aquí así aunque cada como cómo con contra cual cuál cuando cuándo cuánto
        de debe deben del desde donde dónde durante e el él ella ellas ellos en entre era es esa ese eso esta está
        están estas este esto estos fue fueron ha había han hasta hay la las le les lo los más me mi mis mucho muy
        nada ni no nos nosotros o os otra otro otros para pero poco por porque puede pueden pues que qué quien quién
        quienes se sea ser si sí sido sin sobre solo sólo son su sus también tanto te tiene tienen todo todos tras
        tu tus un una unas uno unos y ya yo""",
    "pt": """a à ao aos aquela aquele aquilo as até com como da das de dela dele deles depois deve devem do dos e é
        ela elas ele eles em entre era essa esse esta está estão este eu foi foram há isso isto já lhe mais mas me
        mesmo meu minha muito na nas nem no nos nós nossa nosso não num numa o onde os ou para pela pelas pelo pelos
        pode podem por porque porquê qual quais quando quanto que quê quem se sem ser será seu seus só sob sobre sua
        suas são também te tem têm ter teu todo todos toda todas tu um uma umas uns você vocês""",
    "it": """a ad agli ai al alla alle allo anche ancora avere aveva c che chi ci ciò coi col come con contro cosa
        cui d da dagli dai dal dalla dalle dall degli dei del dell della delle dello deve devono di dopo dove dopo
        due e è ed era erano essere fa fino fra già gli ha hai hanno ho i il in io l la le lei li lo loro lui ma
        mentre mi mia mio molto ne negli nei nel nell nella nelle nello no noi non nostro o ogni oppure per perché
        però più può possono prima qual quale quali quando quanto quella quello questa queste questi questo qui
        quindi se sei senza si sia solo sono sopra sotto sta stato su sua sue sugli sui sul sull sulla sulle suo
        suoi te ti tra tu tuo tutte tutti tutto un una uno vi viene vengono voi""",
    "ca": """a al als amb això aquest aquesta aquests cada com d de del dels des després doncs el ella ells els en
        entre era és et fins ha han hi i jo l la les li llur m' més meu mi molt n' ni no nosaltres o on per perquè
        però quan què qual qui quin quina s' sense ser seu seva si sobre són també té tot tots un una uns vosaltres""",
    "ro": """a acea aceasta această aceea acel acest aceste acestea acestei acești acestui acolo ai aici al ale am
        apoi ar are aș as asta astfel au avea că care ce cel cele cine către cu cum când cât da dacă dar de deci
        decât deja din dintre doar după e ea ei el ele era este eu eși fără fi fie fiecare fost iar îi îl îmi în
        înainte între își la le li lor lui mai mea meu mi mult nici nimic noi nostru nu o ori pe pentru peste până
        prin sa sale sau să se spre sub sunt și si ta te toate toți tot trebuie tu un una unde unei unii unor unui
        va voi vor vreo""",
    "fi": """ei eivät en entä että he heidän heille hän hänen hänet hänelle ja jo joka jos jossa jota jotka jotta
        juuri jälkeen kaikki kanssa kautta keitä ken kenen ketä koska kuin kuinka kuka kun kuten me meidän mihin
        mikä miksi millä millainen milloin missä mistä mitä mitkä mukaan mutta myös ne niiden niin niitä no noin nyt
        näin nämä näitä olen oli olla olivat on ole ovat pitää saa se sekä sen siihen sillä sinä siinä siitä siksi
        sitä sitten tai te tuo tulee tämä tämän tässä tätä vaan vai vain vaikka voi voivat välillä yli ennen ilman
        joiden""",
    "hu": """a abban ahhoz ahogy aki akik alatt által általában amely amelyek ami amikor amit arra át az azért azok
        azon azt aztán azzal be csak de egy egyes el ellen előtt első én ennek erre és ez ezek ezen ezért ezt fel
        felé ha hanem hogy hogyan hol honnan hova ide így illetve ilyen is itt jól ki kell kellett lehet lenne lesz
        lett le ma majd már meg mely melyik melyek mert mi miatt mikor mindig minden mint mit miért milyen mivel
        most nagyon nem nincs oda olyan ő ők össze pedig saját se sem soha szerint számára te több után úgy vagy
        vagyok van vannak volt voltak ne között nélkül közül""",
    "tr": """acaba ama ancak bana bazı ben beni benim bir biri biz bize bizim bu buna bunu bunun bunlar burada çok
        çünkü da daha de değil diğer diye en fakat gibi göre hangi hem hep her hiç için ile ise kadar kendi ki kim
        kimi kime mi mı mu mü nasıl ne neden nerede nereye ne niçin niye o olan olarak oldu olduğu olsa olur ona
        onlar onu onun sen senin siz sonra şey şu şöyle tüm var vardır ve veya ya yani yok zaman önce üzere
        tarafından""",
    "pl": """a aby ale bez bo być był była było były co czy czyli dla do dlaczego gdy gdzie go i ich ile im innych
        ja jak jaka jaki jakie jako je jednak jego jej jest jeszcze jeśli już każdy kiedy kto która które którego
        której który których którzy lub ma mają mi mnie może można mu my na nad nam nas nasz nie nich nim niż no o
        od on ona one oni oraz po pod podczas ponieważ przed przez przy są się swoje ta tak także tam te tego tej
        ten to tu tylko tym u w we więc wszystkie wszystko z za ze zawsze że""",
    "cs": """a aby ale ani až bez bude být by byl byla bylo byli co což či do ho i jak jaká jaké jaký jako je jeho
        jejich její jen ještě ji již jsem jsme jsou jste k kam každý kde kdo kdy když ke která které který kteří
        která ku ma mají má mezi mi mít mně může na nad nám nás náš ne nebo než nic o od on ona oni ono pak po pod
        podle pokud pouze pro proč protože před při s se si sice své svůj ta tak také tam tato tedy ten tento to
        toho tohle tom tomu tu ty u už v ve vám vás všechny všech však z za ze že kolik jaká""",
    "sk": """a aby aj ako aká aké aký ale alebo ani až bez bol bola boli bolo budú by byť čo či do ho hoci i ich iba
        je jeho jej ju k kam každý kde kedy keď ko kto ktorá ktoré ktorí ktorý ku ma má majú medzi mi môže mu musí
        na nad nám nás nie než o od on ona oni ono po pod podľa pokiaľ potom pre prečo pred pri s sa si so som sú
        svoj ta tak takže tam tento to toto tu ty u už v vám vás však vo z za zo že""",
    "sl": """a ali ampak bi bil bila bili bilo bo bodo če da do ga gre ima imajo in iz ja jaz je jih jo kaj kako kam
        kar kateri katera katero kdaj kdo ker ki kje ko kot le lahko med mi mora na nad naj ne nek ni nič o ob od on
        ona oni po pod poleg potem pred preko pri s sam samo se so sta sta svoj ta tako tam te tega tem ter ti to
        tudi tukaj v vse vsi za zakaj zaradi že z""",
    "sr": """a ako ali bez bi bih bila bili bilo bio biti bude da dok do ga gde gdje i ih iz ili im ima imaju iako
        ja je jedan jedna jer jesu jе još joj ju ka kad kada kako kakav kao ko koja koje koji kojih kojem koliko
        kroz li mi može mora mogu na nad nakon nama naš ne nego neki nije nisu ni njega njen njih o od oko on ona
        oni ono osim ova ovaj ovo po pod pre prije preko prema pri s sa sam samo se ste su svaki sve svi svoj šta
        što ta taj tako te to tu u uz vam već više za zašto zbog а ако али без би бити да до га где и их из или има
        ја је јер још као кад када како ко која које који колико ми може мора на након не него није нису о од око он
        она они оно по под пре према при с са само се су сваки све сви та тај тако то у уз већ више за зашто због
        шта што""",
    "lt": """ant apie ar arba argi aš aukščiau bei bet bus būti būtų buvo čia dar dėl esame esu gali iki ir iš į jam
        jau jei jeigu ji jie jis jo jos jų ją kada kad kai kaip kas kiek kiekviena kiekvienas kita kodėl kokia koks
        kuri kurie kuris kurį kur man mano mes mus mūsų ne nei nes nėra nors nuo o pagal pas paskui per po prie
        prieš sau savo su tada tai taip tarp tas ten tik to todėl tu tuo turi už vien visi viskas yra šis ši šie""",
    "lv": """ar arī aiz apakš bez bet bija būs būt caur cik daudz dēļ es esmu ir jo jau jeb ja ka kad kam kas kāda
        kādi kāpēc kā katru kur kura kuri kurš lai līdz man mans mēs mums mūsu ne nav no nevis par pa pār pēc pie
        pirms pret priekš sava savu starp šī šis tad tas tā tādēļ te tiek tikai to tomēr tu tur uz un vai var vēl
        viņa viņi viņš visi zem""",
    "et": """aga alla all ees ega ei enne et hiljem ilma iga igal ise ja jah jooksul juba juurde järel järgi kas kes
        keda kelle keegi kogu kohta koos kuhu kui kuidas kuna kus kust kõik ka kuni ma mees meie mida miks mille
        millal milline mis mitte minu ning nad nagu need neid nii no nüüd oled olen oli olid olema on ole oma pärast
        peab poolt sa saab see seda selle sellel seal siin siis sinu ta tal te tema teie tuleb või vaid veel vastu
        võib vahel üle ühe""",
    "eu": """ala arabera arte baina baino bai bat batzuk bere da dago dira ditu du dute edo egin ere eta ez gu hau
        hauek hemen hori horiek izan nola non nor noiz ni zer zergatik zein zu zuen""",
    "ga": """ach ag agus an ar as atá bhí cad ca cén chun conas de do é faoi gan go i iad ina is le leis mar mé na
        nach ní nuair ó raibh roimh sa san sé sí sin seo sibh sinn tá tar tú um cathain""",
    "eo": """al ĉar ĉi ĉu de da do dum ebla el en estas esti estis estos ĝi ĝis ili ja jam jes ke kaj kial kie kiel
        kio kiu kiuj kiam kun la li mi ne ni nun nur ol oni per pli por post pri se sed si sia sub sur ŝi tial tie
        tiu tio tra tre unu via vi""",
    "id": """ada adalah agar akan aku anda antara apa apakah atas atau bagaimana bagi bahwa banyak beberapa belum
        berapa bisa boleh dalam dan dapat dari daripada dengan di dia hanya harus hingga ia ini itu jangan jika juga
        kalau kami kamu kapan karena ke kepada kita lagi lain lalu lebih maka mana masih mengapa mereka oleh pada
        para pernah saat saja sangat saya sebagai sebelum secara sedang sehingga sejak selama semua seorang seperti
        serta sesudah setelah setiap siapa sudah supaya tanpa tapi telah tentang terhadap tersebut tetapi tidak
        untuk yang""",
    "vi": """bị bởi cả các cái cần cho chỉ chưa có của cùng cũng đã đang đây để đến đều đó được gì hay hơn khi không
        là lại làm lên mà mỗi một nào này nên nếu ở những như nhưng phải qua ra rằng rất rồi sau sẽ tại thì theo
        trên trong từ vì và vẫn vào về với ai đâu sao bao nhiêu""",
    "tl": """ako ang ano at ay ba bakit dahil din hindi ito iyon ka kailan kami kanila kanya kapag ko kung lang mga
        mo na nang ng nga ni nila nito niya paano para pero saan sa si sila sino siya tayo""",
    "sw": """bila hii hiyo hizo huyo ikiwa ili ingawa ipi kabla kama katika kila kuhusu kutoka kuwa kwa kwamba
        kwenye lakini lini mimi na nani ni nini pia sana si sisi tu wa wakati wao wapi wewe ya yake yao za cha la
        hivyo baada gani""",
    "af": """aan as baie by daar dat deur die dit een en ek geen gaan het hierdie hoe hom hul hulle hy in is jou jy
        kan maar met moet my na net nie nog nou of om ons ook op oor sal se sy te tot uit van vir waar waarom
        wanneer wat wie word""",
    "ru": """а без более бы был была были было быть в вам вас весь во вот все всё всего всех вы где да даже для до
        его ее её если есть еще ещё же за здесь и из или им их к как какая какие какой кем когда кого кому кто куда
        ли либо мне может можно мой мы на над надо наш не него нее неё нет ни них но ну о об однако он она они оно
        от откуда очень перед по под после потому почему при про с сам свой себя сколько со так также такой там те
        тем то того тоже той только том тот ты у уже хотя чего чей чем что чтобы чья эта эти это этого этой этом
        этот я должен должны""",
    "uk": """а або аби але б без би був була були було бути в вам вас весь ви від він вона вони воно всі де для до
        дуже є з за зі й його її інший із їм їх к коли кого кожен кому куди ледве ли лише між мене ми мій може можна
        на над нам нас наш не немає нехай ні ніж о об один ось пам перед під по при про саме свій себе скільки та
        так також там те ти тільки то той тому тут у хоч хто це цей ця ці чи чому що щоб щодо як яка яке який які
        якщо я""",
    "be": """а або але без бы быў была былі было быць вы від гэта гэты да для дзе ён яна яны з за і іх калі каб на
        над не ні па пад пры пра разам сам свой так таксама там толькі тут у хто чаму што як якая які яго яе""",
    "bg": """а ако ала бе без беше би бил била били било в вас вече ви все във всеки всички всичко г где да дали до
        докато дори е едва един една за защо защото и из или им има искам й как каква какво какъв като кога когато
        което които кой който колко която към къде ли между ме ми може мога на над нас не него нея ни нито но няма о
        обаче от отново пак по под пред преди през при с са само се си след сме със съм съм също така този тази това
        тези те той тук ту тя у ще що""",
    "mk": """а ако али без беше би бил да дали до додека е еден една за зошто и или им има кај како каков кога кои
        кој која колку кон каде ли меѓу ми може мора на над не него ние но о од они оваа овој ова по под пред при со
        само се сите секој сме сум то тоа тој таа тие ќе што""",
    "el": """αλλά αν από απο αυτά αυτές αυτή αυτό αυτοί αυτός αυτών γι για γιατί δε δεν δύο εγώ είναι είμαι είσαι
        είχε έχει έχουν ένα έναν ένας εμείς εν ενώ επί εσύ η ή ήταν θα και κάθε κατά κι μα με μέχρι μετά μας μη μην
        μια μία μόνο μου να ο οι όμως όπως όπου όταν ότι όχι όλα όλες όλοι πάνω παρά πιο ποια ποιες ποιο ποιοι ποιος
        πόσο ποτέ πότε που πού πρέπει πριν προς πως πώς σαν σας σε στα στη στην στις στο στον στους σου συ τα τη την
        της τι τις το τον του τους των χωρίς ως""",
    "ar": """أن إن إلى التي الذي الذين أو أي أين أنا أنت بعد بين بها به تكون تم ثم حتى حيث حين خلال ذلك تلك سوف عن
        على عند عندما غير في فيه فيها قبل قد كان كانت كل كم كما كيف لا لأن لقد لكن لم لماذا لن له لها ليس ما ماذا
        متى مع من منذ منها منه نحن نفس هذا هذه هل هم هنا هناك هو هي و وقد ولا وهو وهي يا يتم يجب يكون يمكن""",
    "fa": """آن آنها آیا از است اگر اما ام اند ای این اینکه با باید بر برای بود بودند به بی تا تر چرا چه چون چگونه
        چند خود خواهد در را روی شد شده شود شما کجا کدام که کی کرد کرده کند کنند ما من می میشود نه نیز نیست ها های هر
        هم همه همین هیچ و وی یا یک""",
    "ur": """اس ان اور اپنے اپنی اگر ایک بھی پر تک تھا تھی تھے جب جو سے کا کب کر کہ کہاں کو کون کی کیا کیوں کے گا گی
        گے لئے لیے مگر میں نہ نہیں نے وہ ہر ہم ہو ہوا ہوتا ہوتی ہے ہیں یا یہ""",
    "he": """אבל או אותה אותו אותם אחרי אחת אחד אין איך איפה איזה אך אל אלה אם אנחנו אני אף את אתה אתם בו בה בין גם
        דרך הוא היא הם הן היה היו הייתה הזה הזאת הזו ואת זה זאת זו יש כאשר כדי כי כך כל כמה כמו כן לא לאן לו לה לי
        לכל להם לפני לפי ללא למה מאוד מה מי מתי מדוע מן נגד עד עוד על עם עצמו פי צריך רק של שלו שלה שלהם שם תחת""",
    "yi": """א אַ אַן און אויף אויס אויך אזוי אז אַז אין איז איך אים איר אָן אָבער אָדער ביי בײַ ביז ביסט דאָס דאס
        דאָ דו די דער דעם דורך ווער וואָס וואס ווי ווו וועט ווייל ווען ווערן וואו האָבן האבן האָט האט זיי זי זיך
        זייַן זײַן זיין זענען יעדער מיט מיר מען נאָך נאך ניט נישט נאָר נאר עס ער פאר פֿאַר פון פֿון צו צווישן קען""",
    "hi": """अगर अपना अपनी अपने अब आप इन इस इसका इसकी इसके इसे ई उन उनका उनकी उनके उस उसका उसकी उसके उसे एक और कई कब
        कभी कर करता करते करना करने कहाँ का कि किस किसी की कितना कितने कितनी कुछ के केवल को कोई कौन कौनसा क्या क्यों
        क्योंकि गया गई गए जब जहाँ जा जाता जाती जाते जो तक तब तो था थी थे द्वारा दिया न नहीं ने पर फिर बहुत बाद बिना
        भी में मैं यदि यह यहाँ या ये रहा रही रहे लिए लेकिन वह वहाँ वाला वाली वाले वे सब सभी साथ से हम हर ही हुआ हुई
        हुए है हैं हो होता होती होते कैसे चाहिए""",
    "mr": """आणि आता आपण आहे आहेत एक एका कधी का काय कारण किंवा किती की कुठे केला केली केले कोण कोणते कसे खूप चा ची
        चे च्या जर जेव्हा जो ज्या झाला झाली झाले तर ती ते तो त्या त्याचा नाही नाहीत परंतु पण प्रत्येक मध्ये मी
        म्हणून मात्र या याचा व वर सर्व साठी ही हे हा होता होती होते""",
    "ne": """अनि अब अरू आफ्नो उनी ऊ एउटा एक ओ कति कसरी कसले कहाँ कहिले का कि किन की के को कुन गरे गरेको गर्छ गर्न
        चाहिँ छ छन् छु जब जसले जुन तर तथा त्यो थियो थिए न नै पनि पछि प्रति बाट भने भएको भन्ने म मा मात्र यदि यस यो र
        रहेको लाई ले वा सबै सम्म संग सँग हरेक हामी हुन हुन्छ हो होइन""",
    "bn": """অথবা আছে আমি আমরা আর এ এই এক একটি এবং ও ওই কখন কি কিন্তু কী কে কেন কোথায় কোন করা করে করতে হয় জন্য তা
        তাই তার তারা তবে তুমি থেকে দিয়ে না নয় নেই পর পরে প্রতি বা মধ্যে যখন যদি যা যে যেন সব সঙ্গে সাথে সে হবে
        হয়েছে হতে""",
    "ta": """அது அதன் அந்த அவர் அவர்கள் அவள் அவன் அல்லது அனைத்து ஆகும் ஆனால் இது இந்த இல்லை இருந்து இருக்கும் உள்ள
        உள்ளது என என்ன என்று என்பது எங்கே எந்த எப்படி எப்போது எத்தனை எல்லா ஏன் ஒரு ஒவ்வொரு கொண்டு தான் நான் நாம்
        நாங்கள் நீ நீங்கள் பற்றி பின் போது மற்றும் மட்டும் முன் மூலம் மேலும் யார் வரை வேண்டும்""",
    "te": """అది అతను అయితే ఆ ఆమె ఇది ఈ ఉంది ఉన్నాయి ఎందుకు ఎక్కడ ఎప్పుడు ఎలా ఎవరు ఎంత ఏ ఏమి ఏమిటి ఒక కాదు కానీ
        కాబట్టి కు కోసం చేయాలి తర్వాత తో నుండి నేను మరియు మీరు మేము ముందు మాత్రమే లేదా లేదు లో వారు ప్రతి""",
    "hy": """այդ այլ այն այս ամեն առանց ավելի արդեն բայց դա դու եթե ենք ես եմ են եք երբ էլ է էին էր թե թեև իր իրենց
        ին ինչ ինչու ինչպես իսկ կամ կարող համար հետ հետո հո մեզ մեկ մեր մեջ մենք միայն մինչև նա նաև նրա նրանք նրանց
        որ որի որը որոնք որպես որքան որտեղ ով ու ում պետք պիտի սա վրա տակ և""",
    "ka": """ა აგრეთვე ამ არ არა არის არიან ასე აქ აქვს გარეშე და დროს ეს ვინ ის ისინი იყო კი მაგრამ მათ მე მერე
        მიერ მისი მის მხოლოდ ნუ რა რადგან რამდენი რატომ რომ რომელი როგორ როდის რომელიც სად საჭიროა შემდეგ ყველა უნდა
        თუ თქვენ ჩვენ შენ""",
    "st": """a ba bo bona e ea eo empa fa feela ha hae hape hle ho hobane hore ka kae ke kgotsa kopa le leha ma mme
        mo na neng ntle o oa re sa se tla tse tsa ya yona""",
}

# Pieces of running Chinese, Japanese and Thai text at which a query is cut (longest first).
_FRAGMENTS = """为什么 為什麼 怎么样 怎麼樣 是什么 是什麼 什么时候 什麼時候 什么 什麼 怎么 怎麼 怎样 怎樣 如何 哪里
    哪裡 哪儿 哪些 哪个 哪個 谁 誰 多少 几个 幾個 是否 能否 可以 我们 我們 你们 你們 他们 他們 她们 它们 这个 這個
    那个 那個 这些 這些 那些 以及 或者 但是 因为 因為 所以 如果 的 了 吗 嗎 呢 吧 啊 和 与 與 是 在 把 被 这 這 那
    どうやって どうして いつから いつまで ですか ますか ください でした ました ません について において として
    によって している された される します したい なければならない どの どこ どう いつ だれ なに なぜ です ます から
    まで より など には では とは への この その あの は が を に で の と も へ や か เมื่อไหร่ เมื่อไร อย่างไร
    ที่ไหน ทำไม อะไร เท่าไหร่ เท่าไร หรือไม่ ใคร ไหม และ หรือ ของ ที่ เป็น คือ จะ ได้ ให้"""

_HANGUL_STOPS = """누가 누구 언제 어디 어디서 어떻게 왜 무엇 무엇을 무엇이 어떤 어느 몇 얼마나 그 이 저 그것 이것
    그리고 또는 하지만 및 등 수 것 있는 있다 있습니까 있나요 없는 없다 합니까 하나요 인가요 입니까 됩니까 되나요 뭐
    무슨"""


@cache
def languages_by_word() -> dict[str, tuple[str, ...]]:
    """Which languages use a word as a function word; words stand as written and, when long enough, folded."""
    owners: dict[str, list[str]] = {}
    for language, words in _LISTS.items():
        written = {word.replace("'", "") for word in words.split()}
        folded = {scripts.fold(word) for word in written}
        for word in written | {word for word in folded if len(word) > 2}:
            owners.setdefault(word, []).append(language)
    return {word: tuple(names) for word, names in owners.items()}


@cache
def function_words(language: str) -> frozenset[str]:
    """The folded function words of one language; empty for a language that has no list."""
    return frozenset(scripts.fold(word.replace("'", "")) for word in _LISTS.get(language, "").split())


@cache
def run_fragments() -> tuple[str, ...]:
    """What carries no meaning of its own inside a run without spaces, normalised, longest first."""
    parts = {scripts.normalise(part) for part in _FRAGMENTS.split()} - run_joints()
    return tuple(sorted(parts, key=lambda part: (-len(part), part)))


@cache
def run_joints() -> frozenset[str]:
    """The single characters among them: particles, which may also be half of a word."""
    return frozenset(part for part in _FRAGMENTS.split() if len(part) == 1)


@cache
def hangul_stops() -> frozenset[str]:
    """Korean words that only ask or join."""
    return frozenset(_HANGUL_STOPS.split())
