"""By what words a query tells its intent, as data: one entry for each language.

Words are parted by blanks, `_` stands inside a phrase, `*` behind a beginning. Case and diacritics don't matter.
Chinese, Japanese and Korean cues count wherever they stand in a run of letters. What asks for a time is found by the
rules for time.
"""

from typing import NamedTuple


class IntentWords(NamedTuple):
    """One language's cues."""

    preference: str
    procedural: str
    entity: str
    factual: str


INTENT_WORDS = {
    "en": IntentWords(
        preference="prefer* favorite* favourite* likes dislike* hates loves enjoys rather_use would_rather opinion* "
        "taste does_he_like does_she_like did_she_like did_he_like do_they_like do_i_like do_we_like does_it_like "
        "what_do_i_like she_like he_like they_like i_like you_like we_like like_best like_most like_more fond_of "
        "fan_of keen_on",
        procedural="how_to how_do_i how_do_we how_do_you how_can_i how_can_we how_can_you how_should_i how_should_we "
        "how_does_one how_would_i steps_to steps_for step_by_step procedure* instructions guide_to walk_me_through "
        "way_to what_are_the_steps workflow_for checklist_for tutorial* runbook* playbook* how_is_it_done",
        entity="who whose whom tell_me_about what_do_you_know_about what_do_we_know_about everything_about "
        "about_whom describe profile_of who_is",
        factual="what which where why how_many how_much how_long how_often how_big how_large how_old how is are was "
        "were does do did has have can could",
    ),
    "sv": IntentWords(
        preference="föredrar föredra favorit* gillar gilla ogillar tycker_om tycker_bäst älskar hatar hellre helst "
        "smak åsikt* tycker_maja_om tyckte_om",
        procedural="hur_man hur_gör hur_ska_jag hur_ska_vi hur_kan_jag hur_kan_vi hur_rullar hur_lägger "
        "hur_installerar hur_ställer hur_får_jag hur_går_man steg_för steg_för_att instruktion* anvisning* "
        "tillvägagångssätt* guide rutin_för checklista",
        entity="vem vems vilka_är berätta_om vad_vet_du_om vad_vet_vi_om allt_om beskriv",
        factual="vad vilken vilket vilka var varför hur hur_många hur_mycket är har finns kan",
    ),
    "de": IntentWords(
        preference="bevorzug* lieblings* mag mögen magst gern gerne lieber am_liebsten vorliebe* favorit* hasst "
        "liebt abneigung* geschmack meinung",
        procedural="wie_man wie_mache* wie_kann_ich wie_kann_man wie_können_wir wie_soll* wie_geht wie_richte* "
        "wie_lege* wie_installier* wie_füge* schritte schritt_für_schritt anleitung* vorgehen ablauf_für "
        "vorgehensweise checkliste",
        entity="wer wem wen wessen erzähl* beschreib* was_weißt_du_über was_wissen_wir_über alles_über",
        factual="was welche* wo warum wieso wie_viel* wie_oft wie_groß wie_hoch wie ist sind war hat haben kann "
        "gibt_es",
    ),
    "fr": IntentWords(
        preference="préfèr* préfér* favori* aime aiment aimes aimez adore* déteste* plutôt goût* avis plaît",
        procedural="comment_faire comment_puis* comment_peut* comment_dois* comment_on comment_ajouter "
        "comment_installer comment_annuler comment_configurer comment_créer comment_changer étapes marche_à_suivre "
        "procédure* instruction* mode_d_emploi guide_pour tutoriel*",
        entity="qui à_qui parle-moi parlez-moi parle_moi que_sais-tu que_savons-nous tout_sur décri*",
        factual="quel quelle quels quelles que qu quoi où pourquoi combien comment est-ce est sont a_t peut-on "
        "y_a-t-il",
    ),
    "es": IntentWords(
        preference="prefier* prefer* favorit* gusta gustan gustaba le_gusta odia encanta detesta preferencia* opinión*",
        procedural="cómo_hago cómo_puedo cómo_se cómo_deshago cómo_añadir cómo_agregar cómo_instalar cómo_configurar "
        "cómo_crear cómo_cambiar cómo_hacer cómo_podemos cómo_debo pasos procedimiento* instruccion* guía_para "
        "manual_para tutorial*",
        entity="quién quiénes de_quién háblame hablame cuéntame qué_sabes_de qué_sabemos_de qué_sabemos_del "
        "qué_sabes_del todo_sobre describe",
        factual="qué cuál cuáles dónde por_qué cuánto cuánta cuántos cuántas cómo está es son hay tiene puede",
    ),
    "it": IntentWords(
        preference="prefer* favorit* piace piacciono piaceva ama odia adora gusti opinion*",
        procedural="come_faccio come_posso come_si come_annullo come_aggiungere come_installare come_configurare "
        "come_creare come_fare come_possiamo passaggi passi procedura* istruzion* guida_per tutorial*",
        entity="chi di_chi parlami raccontami cosa_sai_di cosa_sappiamo_di tutto_su descrivi",
        factual="che cosa quale quali dove perché quanto quanta quanti quante come è sono ha c_è può",
    ),
    "pt": IntentWords(
        preference="prefer* favorit* gosta gostam gostava adora odeia detesta preferência* opini*",
        procedural="como_faço como_posso como_se como_desfaço como_adicionar como_instalar como_configurar "
        "como_criar como_fazer como_podemos como_devo passos passo_a_passo procedimento* instruç* guia_para tutorial*",
        entity="quem de_quem fale_sobre fala_sobre fale-me conte-me o_que_sabe_sobre o_que_sabemos_sobre tudo_sobre "
        "descreva",
        factual="que qual quais onde por_que quanto quanta quantos quantas como é são tem há pode está",
    ),
    "nl": IntentWords(
        preference="voorkeur* liever liefst favoriet* lievelings* houdt_van houdt_ze houdt_hij houd_je graag "
        "het_leukst leuk haat smaak mening",
        procedural="hoe_draai hoe_kan_ik hoe_kunnen_we hoe_moet hoe_voeg hoe_installeer hoe_maak hoe_doe hoe_stel "
        "stappen stap_voor_stap handleiding* instructie* werkwijze procedure* hoe_je",
        entity="wie wiens van_wie vertel_me_over vertel_over wat_weet_je_over wat_weten_we_over alles_over beschrijf",
        factual="wat welke welk waar waarom hoeveel hoe_vaak hoe_groot hoe is zijn heeft kan er",
    ),
    "pl": IntentWords(
        preference="woli wolisz wolę lubi lubią lubisz ulubion* preferuje preferencj* nie_znosi kocha opini*",
        procedural="jak_cofnąć jak_dodać jak_zainstalować jak_skonfigurować jak_zrobić jak_mogę jak_można "
        "jak_utworzyć jak_zmienić jak_usunąć kroki krok_po_kroku procedura procedury instrukcj* poradnik*",
        entity="kto kogo kim czyj czyja czyje opowiedz co_wiesz_o co_wiemy_o wszystko_o opisz",
        factual="co jaki jaka jakie jaką jakiej jakich który która które którym której gdzie dlaczego ile czy jak",
    ),
    "ru": IntentWords(
        preference="предпоч* любим* нравит* любит любят ненавид* обожа* вкус* мнени*",
        procedural="как_откатить как_добавить как_установить как_настроить как_создать как_сделать как_изменить "
        "как_удалить как_мне как_можно как_нам как_обновить шаги пошагово инструкци* порядок_действий процедур* "
        "руководство_по",
        entity="кто кого кому кем чей чья чьё чьи расскажи* что_ты_знаешь_о что_мы_знаем_о всё_о опиши*",
        factual="что какой какая какое какие каком какую где почему сколько ли как есть можно",
    ),
    "zh": IntentWords(
        preference="更喜欢 喜欢 最爱 偏好 偏爱 喜爱 讨厌 爱好 宁愿 倾向于 看法",
        procedural="如何 怎么添加 怎么设置 怎么安装 怎么配置 怎么做 怎么办 怎样 步骤 流程 教程 操作方法 操作指南 怎么",
        entity="谁 介绍一下 介绍 说说 讲讲 了解多少 何人",
        factual="什么 哪个 哪些 哪里 哪儿 多少 几个 为什么 是否 吗 是不是 有没有 何处",
    ),
    "ja": IntentWords(
        preference="好き 好み お気に入り 好む 嫌い 好んで 苦手 気に入",
        procedural="どうすれば どうやって 方法 手順 やり方 するには どのように 手引き 使い方",
        entity="誰 だれ について教えて どんな人 どなた とは何者",
        factual="何 どの どこ なぜ いくつ いくら どれ どちら ですか ますか なに どう",
    ),
    "ko": IntentWords(
        preference="선호 좋아하 좋아해 싫어 취향 즐겨",
        procedural="어떻게 방법 절차 단계 하는_법 하려면",
        entity="누구 누가 에_대해_알려 에_대해_말해 어떤_사람",
        factual="무엇 무슨 어느 어디 왜 몇 얼마 인가요 나요 입니까 뭐",
    ),
}
