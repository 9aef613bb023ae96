"""Portuguese."""

from .language import Language

PORTUGUESE = Language(
    code="pt",
    stemmer="portuguese",
    letters="ãõçáéíóúâêô",
    articles="o os as este esta estes estas esse essa seu sua seus suas nosso nossa meu minha do da dos das ao aos à "
    "às no na nos nas pelo pela num numa",
    one="um uma",
    light="a se e ou mas também atualmente agora já ainda que quem cujo onde quando como muito assim ele ela eles "
    "nós eu lhe me mesmo aqui lá",
    be="é são era eram foi foram ser está estão estava estar há tem têm tinha sido fica ficam",
    have="tem têm tinha",
    must="deve devem devia precisa precisam requer requerem necessita",
    may="pode podem podia poderia permite",
    prepositions="de em com por desde até sobre sob entre para_o durante após depois antes dentro fora via segundo "
    "contra",
    places="em no na nos nas sob desde",
    for_whom="para",
    since="desde a_partir_de",
    agent="por pelo pela",
    negations="não nunca jamais nenhum nenhuma nada ninguém nem",
    no_longer="não_mais já_não",
    there="há existe existem",
    without="sem falta",
    every="todo toda todos todas cada ambos",
    everyone="todos qualquer_um",
    only="só somente apenas exclusivamente unicamente único única",
    additive="também além_disso igualmente ademais além",
    ordinals="primeiro primeira segundo segunda terceiro terceira quarto quarta quinto quinta último última",
    past_forms=r"\w{2,}(?:ou|aram|eram|iram|eu)",
    dated="nascido nasceu previsto prevista programado programada agendado agendada",
    ways="sobre | sob;entre",
    clock="meia-noite=0:00 meio-dia=12:00",
    always="sempre permanentemente fixo",
    past="era eram foi foram estava tinha",
    future="será serão",
    persons="eu meu minha | nós nosso nossa | ele | ela",
    directions="desde | até para;e | ou;com | contra",
    numbers="zero=0 dois=2 duas=2 três=3 quatro=4 cinco=5 seis=6 sete=7 oito=8 nove=9 dez=10 onze=11 doze=12 "
    "treze=13 catorze=14 quinze=15 vinte=20 trinta=30 quarenta=40 cinquenta=50 sessenta=60 setenta=70 oitenta=80 "
    "noventa=90 cem=100 mil=1000 primeiro=1 primeira=1 segundo=2 terceiro=3 quarto=4 quinto=5 meio=0.5 dobro=2",
    units="segundo=s segundos=s minuto=min minutos=min hora=h horas=h dia=d dias=d semana=w semanas=w mês=mo "
    "meses=mo ano=y anos=y por_cento=% caracteres=ch bytes=b euros=eur reais=brl quilômetros=km metros=m",
    rates="diariamente=d cada_dia=d todos_os_dias=d semanalmente=w toda_semana=w mensalmente=mo todo_mês=mo "
    "anualmente=y toda_noite=n cada_hora=h",
    months="janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    weekdays="segunda-feira,segundas-feiras terça-feira,terças-feiras quarta-feira,quartas-feiras "
    "quinta-feira,quintas-feiras sexta-feira,sextas-feiras sábado,sábados domingo,domingos",
    opposed="na_frente em_frente à_frente | atrás detrás;a_montante | a_jusante;acima | abaixo;ativado ativada "
    "ativadas ativados habilitado habilitada ativo ligado ligada | desativado desativada desativadas desativados "
    "desabilitado desabilitada inativo desligado desligada;antes | depois após;permitido permitida | proibido "
    "proibida;público pública | privado privada interno;obrigatório obrigatória | opcional facultativo;manual "
    "manualmente | automático automática automaticamente;síncrono | assíncrono;crescente | decrescente;aberto aberta "
    "| fechado fechada;esquerda | direita;mínimo menos | máximo;rápido | lento;local | remoto;visível | oculto "
    "invisível;aumenta | diminui;dentro | fora;tabulações | espaços;grátis gratuito | pago;claro | escuro;início | "
    "fim;mais_de | menos_de",
    choices="tabulações espaços",
    many="suportamos suportam suporta testado testada compatível contém inclui fala oferece integra exportar importar "
    "disponível entrar_com vários alguns aceita",
    uses="usa usam utiliza depende chama envia lê escreve coleta evita usar usava",
    single="roda executa mora vive reside localizado localizada fica guardado guardada armazenado armazenada "
    "hospedado hospedada escuta pertence chama_se dirige gerido mantido responsável prefere começa termina expira "
    "baseado colocado funciona",
    ranks="favorito favorita preferido principal padrão oficial",
    functional="padrão nome dono proprietário chefe responsável endereço idioma língua fuso formato porta cor "
    "favorito favorita preferido principal sede contato senha versão fornecedor diretor diretora nível título limite "
    "presidente prefeito treinador capitão secretário lema",
    ended="desligado desligada encerrado encerrada removido removida retirado arquivado arquivada abandonado "
    "descontinuado descontinuada desativado desativada fora_do_ar cancelado cancelada fechado fechada",
    history="escrito escrita desenvolvido criado projetado fundado introduzido lançado",
    holders="dirige responsável chefe dono proprietário gerencia diretor diretora presidente lidera mantém",
    scopes="produção staging teste testes desenvolvimento homologação local interno externo móvel desktop ios "
    "android windows linux europa convidados administradores usuários clientes noite",
    synonyms="apagar apaga apagado excluir excluído remover remove removido;guardar guardado armazenar armazenado "
    "manter mantido;aplicativo app aplicação;configuração config;repositório repo;documentação docs;férias;erro "
    "falha;funcionário empregado;aprovar aprovado aprovação",
    conditions="quando se",
    filler="vale lembrar nota notar observe observação importante lembre lembrete saber informação mencionar "
    "salientar destacar ressaltar cabe favor aliás atenção convém bom útil claro obviamente registrar pena "
    "não_esqueça não_esquecer",
)
