"""Sentences that are easily misread, as people type them: `[subject]`, `<root>`.

Written down before any parser had read them. None has the comma that would help, and many begin
with a noun that a participle or a clause without `that` follows.
"""

ENGLISH = """
When a lift breaks down [residents] <talk> to each other more
if the tea urn stands by the window [colleagues] <linger> longer
After a hard frost [parsnips] <taste> sweeter
if a teacher stands at the door [pupils] <settle> faster
Because the bins overflow on Mondays [foxes] <visit> the yard more.
while the music plays [shoppers] <walk> slower
When it rains [cyclists] <brake> later
if the menu has photos [guests] <order> more starters
In winter [parcels] <take> longer to arrive
[Loaves] baked in a cast iron pot <rise> higher.
[Tomatoes] watered at night <crack> more often
[Letters] written by hand <get> more replies
[Children] read to every evening <fall> asleep faster
[Puppies] raised with cats <chase> birds less.
[socks] dried on a radiator <shrink> more than socks dried outside
[Patients] told about side effects beforehand <report> more of them
[Students] seated near the window <score> lower
[Bikes] left unlocked overnight <vanish> within a week
[Roses] pruned in autumn instead of spring <flower> later
[garlic] planted in November <stores> better
[Cats] given wet food <drink> less than cats given dry food.
A [tram] driven by a trainee <stops> more abruptly
[Tourists] shown the map first <walk> further
[Nurses] working two night shifts in a row <make> more mistakes
[Dogs] wearing a red collar <bark> at postmen less
[people] sleeping beside an open window <catch> fewer colds
[Books] my grandmother lent me <smell> better than new ones
[Employees] whose boss eats with them <stay> longer
[Recipes] that list the weights first <fail> less
[mint] <lives> longer in a glass than in a bag
"""

PORTUGUESE = """
quando falta luz os [vizinhos] <conversam> mais
se o café acaba cedo a [equipe] <rende> menos
depois da chuva os [ônibus] <atrasam> mais
Se a escada rolante quebra os [clientes] <compram> menos.
enquanto o rádio toca as [costureiras] <erram> menos
Quando a professora senta no chão os [alunos] <leem> mais alto
porque a fila cresce na sexta o [caixa] <erra> mais
No inverno as [galinhas] <botam> menos ovos
se o porteiro sabe o nome das crianças [elas] <correm> menos no corredor
[Camisas] passadas ainda úmidas <duram> mais
[Bolo] assado em forma de vidro <queima> menos.
[feijão] deixado de molho na véspera <cozinha> mais rápido
[Mudas] plantadas em março <pegam> melhor do que mudas plantadas em agosto
[Alunos] sentados perto da janela <bocejam> mais
[Cartas] escritas à mão <recebem> mais resposta
[Motoristas] avisados por mensagem na véspera <faltam> menos
[Pacientes] atendidos por estagiários <voltam> mais cedo
[Gato] castrado antes do primeiro cio <foge> menos
[café] coado em pano <amarga> menos do que café coado em papel
[Roupa] lavada com água fria <desbota> menos.
[Trabalhadores] contratados por indicação <ficam> mais tempo na firma
[manjericão] regado de manhã <vive> mais
[Aulas] gravadas na véspera <prendem> menos a turma
[pessoas] morando perto de feira <comem> mais fruta
[Crianças] dormindo no quarto dos pais <acordam> mais
[Enfermeiro] que faz plantão dobrado <esquece> mais remédio
[cachorro] que dorme dentro de casa <late> menos de madrugada
[Clientes] cujo pedido atrasa <reclamam> menos quando recebem desconto
[Vendedor] que decora o nome do cliente <vende> mais
[Moradores] de prédio sem elevador <sobem> mais escada
"""
