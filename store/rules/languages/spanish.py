"""Spanish."""

from .language import Language

SPANISH = Language(
    code="es",
    stemmer="spanish",
    letters="ñ¿¡áéíóú",
    articles="el la los las lo este esta estos estas ese esa su sus nuestro nuestra nuestros nuestras mi mis al del",
    one="un una",
    light="se y e o u pero también actualmente ahora ya todavía aún que quien cuyo donde cuando como si muy así él "
    "ella ellos yo nosotros le les me nos sí mismo aquí allí",
    be="es son era eran fue fueron ser está están estaba estar hay ha han había tiene tienen tenía sido queda ocurre",
    have="tiene tienen tenía ha han",
    must="debe deben debía necesita necesitan requiere requieren tiene_que tienen_que hay_que",
    may="puede pueden podía podría permite",
    prepositions="de a en con por desde hasta sobre bajo entre hacia según durante tras ante después antes dentro "
    "fuera mediante vía",
    places="en sobre bajo desde",
    for_whom="para",
    since="desde a_partir_de",
    agent="por",
    negations="no nunca jamás ningún ninguna ninguno nada nadie ni tampoco",
    no_longer="ya_no",
    there="hay existe existen",
    without="sin falta",
    every="todo toda todos todas cada ambos",
    everyone="todos cualquiera todo_el_mundo",
    only="solo sólo solamente únicamente exclusivamente único única",
    additive="también además asimismo igualmente aparte",
    ordinals="primer primero primera segundo segunda tercer tercero tercera cuarto cuarta quinto quinta último última",
    past_forms=r"\w{2,}(?:ó|aron|ieron|imos|amos)|conocí|vimos",
    dated="nacido nació programado programada previsto prevista firmado",
    ways="sobre | bajo;entre;tras",
    clock="medianoche=0:00 mediodía=12:00",
    always="siempre permanentemente fijo",
    past="era eran fue fueron estaba tenía había antes",
    future="será serán",
    persons="yo mi mis | nosotros nuestro nuestra | él | ella",
    directions="desde | hasta hacia;y e | o u;con | contra",
    numbers="cero=0 dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 once=11 doce=12 trece=13 "
    "catorce=14 quince=15 veinte=20 treinta=30 cuarenta=40 cincuenta=50 sesenta=60 setenta=70 ochenta=80 noventa=90 "
    "cien=100 mil=1000 millón=1000000 primer=1 primero=1 primera=1 segundo=2 tercer=3 tercero=3 tercera=3 cuarto=4 "
    "quinto=5 medio=0.5 doble=2 último=-1 última=-1",
    units="segundo=s segundos=s minuto=min minutos=min hora=h horas=h día=d días=d semana=w semanas=w mes=mo "
    "meses=mo año=y años=y por_ciento=% caracteres=ch bytes=b euros=eur euro=eur kilómetros=km metros=m",
    rates="diariamente=d cada_día=d cada_noche=n semanalmente=w cada_semana=w mensualmente=mo cada_mes=mo "
    "anualmente=y cada_año=y cada_hora=h diario=d diaria=d semanal=w mensual=mo anual=y",
    months="enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    weekdays="lunes martes miércoles jueves viernes sábado,sábados domingo,domingos",
    opposed="delante_de delante frente_a | detrás_de detrás;aguas_arriba | aguas_abajo;encima_de encima | debajo_de "
    "debajo;activado activada activadas activados habilitado habilitada activo | desactivado desactivada "
    "desactivadas desactivados deshabilitado deshabilitada inactivo;antes | después;permitido permitida permitidos | "
    "prohibido prohibida prohibidos;público pública | privado privada interno interna;obligatorio obligatoria | "
    "opcional voluntario;manual manualmente mano | automático automática automáticamente;síncrono | "
    "asíncrono;ascendente | descendente;abierto abierta | cerrado cerrada;izquierda | derecha;mínimo menos | "
    "máximo;rápido | lento;local | remoto;visible | oculto invisible;aumenta | disminuye;dentro | fuera;tabuladores "
    "| espacios;gratis gratuito | pago;claro | oscuro;cifrado cifrada cifradas | texto_plano;principio | "
    "final;paralelo | secuencial;más_de | menos_de",
    choices="tabuladores espacios",
    many="soportamos soportan soporta admite probado probada compatible contiene incluye habla ofrece integra "
    "exportar importar disponible iniciar_sesión varios algunos acepta",
    uses="usa usan utiliza utilizan depende llama envía lee escribe recopila evita supervisa usar",
    single="corre ejecuta funciona vive reside ubicado ubicada encuentra guarda guardan almacena almacenan alojado "
    "alojada escucha pertenece llama_se dirige gestionado mantenido mantenida responsable prefiere empieza termina "
    "caduca expira basado colocado",
    ranks="favorito favorita preferido principal oficial",
    functional="defecto nombre dueño propietario jefe jefa responsable dirección idioma zona formato puerto color "
    "favorito favorita preferido preferida principal sede contacto contraseña versión proveedor director directora "
    "nivel título presidente presidenta alcalde entrenador capitán secretario lema",
    ended="apagado apagada cerrado cerrada eliminado eliminada retirado retirada archivado archivada abandonado "
    "abandonada desmantelado descontinuado descontinuada fuera_de_servicio suspendido cancelado cancelada clausurado "
    "dado_de_baja dada_de_baja desconectado",
    history="escrito escrita desarrollado creado diseñado fundado introducido lanzado",
    holders="dirige responsable jefe jefa dueño propietario gestiona director directora presidente lidera mantiene",
    scopes="producción staging pruebas desarrollo preproducción local interno externo móvil escritorio ios android "
    "windows linux europa invitados administradores usuarios clientes noche inglés alemán francés español italiano",
    synonyms="borrar borra borrado borran eliminar elimina eliminado;guardar guarda guardan conservar conserva "
    "almacenar almacena almacenan;aplicación app;configuración config;repositorio repo;documentación docs;vacaciones "
    "permiso;error fallo;empleado trabajador;aprobar aprobado aprobación",
    conditions="cuando si",
    filler="cabe recordar nota notar tenga tener cuenta importante recuerda recuerde saber información mencionar "
    "señalar destacar conviene favor por_cierto aviso recordatorio vale bueno útil claro supuesto advertir indicar "
    "merece pena no_olvides no_olvidar no_olvide",
)
