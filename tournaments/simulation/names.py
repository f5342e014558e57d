"""Names of invented people, from many places, for simulated events.

Owns: the lists of given and family names and drawing people from them without repeating one. Never does: tie a
name to a player's strength (`players`).

Terms. *Group*: given names and family names that go together, because a family name can have a masculine and a
feminine form, and because a name is written in one script. Names are common ones; who bears one is chance.
"""

import random

# (given names, family names), each a text with commas.
_GROUPS = (
    (
        "Ann,Beth,Clara,Daniel,Edwin,Fiona,George,Helen,Ian,Joyce,Kevin,Laura,Martin,Nora,Oliver,Ruth,Simon,Tessa",
        "Abbott,Barlow,Carver,Dawson,Ellery,Fairley,Garrick,Holt,Ives,Jessop,Kirkby,Lockwood,Marsh,Norwell,Oakes,"
        "Penrose,Radley,Thorne",
    ),
    (
        "Anaïs,Benoît,Camille,Dominique,Élodie,François,Gisèle,Hélène,Jérôme,Léa,Mathéo,Noël,Océane,René,Sébastien,"
        "Thérèse,Valérie,Zoé",
        "Arnoux,Béraud,Charpentier,Delcourt,Évrard,Fournel,Gauthier,Lefèvre,Marchand,Noiret,Périer,Renaudin,Sorel,"
        "Thévenet,Vasseur,Villard",
    ),
    (
        "Anke,Björn,Christa,Dieter,Elke,Frieder,Grete,Heike,Ingo,Jörg,Käthe,Lutz,Marlene,Norbert,Renate,Sören,Uwe,"
        "Wiebke",
        "Ackermann,Böhm,Dörfler,Eichhorn,Feldkamp,Günther,Hübner,Jäger,Köhler,Lindner,Möller,Overbeck,Pfeiffer,"
        "Rößler,Schäfer,Tiemann,Weiß,Zöllner",
    ),
    (
        "Adrián,Begoña,Carmen,Diego,Elena,Fermín,Inés,Íñigo,Joaquín,Lucía,Martín,Núria,Óscar,Pilar,Ramón,Sofía,"
        "Tomás,Ximena",
        "Aguirre,Benítez,Cañizares,Domínguez,Escribano,Fuentes,Gallardo,Ibáñez,Lozano,Muñoz,Núñez,Ordóñez,Peralta,"
        "Quintana,Salcedo,Vélez",
    ),
    (
        "Afonso,Beatriz,Conceição,Duarte,Estêvão,Filipa,Gonçalo,Inês,João,Leonor,Mónica,Nuno,Otília,Rui,Simão,Vitória",
        "Abrantes,Brandão,Calçada,Esteves,Falcão,Guimarães,Leitão,Magalhães,Morais,Pinheiro,Queirós,Saraiva,Teixeira,"
        "Vilaça",
    ),
    (
        "Alessia,Bruno,Chiara,Dario,Emilia,Fabio,Giada,Ivo,Letizia,Marco,Niccolò,Ornella,Piero,Rosalba,Silvio,Tiziana",
        "Albertini,Bassani,Carbone,De Angelis,Fabbri,Galli,Lombardi,Marchetti,Nardi,Olivieri,Pellegrini,Rinaldi,"
        "Sartori,Valentini,Zanetti",
    ),
    (
        "Åsa,Birgit,Christer,Dagny,Einar,Frøya,Göran,Håkon,Ingrid,Jens,Kåre,Linnéa,Mårten,Nils,Øystein,Pernille,"
        "Søren,Tuva",
        "Aaberg,Björklund,Dahl,Ekström,Fjeld,Grønvold,Højgaard,Isaksen,Kjær,Lövgren,Mørk,Nyström,Östlund,Ravn,"
        "Sjöberg,Ødegård",
    ),
    (
        "Aino,Eero,Helmi,Jyrki,Kaisa,Mikko,Päivi,Säde,Timo,Väinö",
        "Aalto,Hämäläinen,Järvinen,Koskela,Lehtonen,Mäkelä,Niskanen,Peltonen,Räsänen,Seppälä,Töyrylä",
    ),
    (
        "Agnieszka,Bożena,Danuta,Elżbieta,Grażyna,Halina,Jolanta,Małgorzata,Wiesława,Żaneta",
        "Borkowska,Czajka,Dąbrowska,Gołębiewska,Jabłońska,Krawczyk,Łukasik,Piątek,Śliwińska,Wrońska,Zając",
    ),
    (
        "Bartłomiej,Czesław,Grzegorz,Jędrzej,Krzysztof,Łukasz,Michał,Paweł,Stanisław,Wojciech",
        "Borkowski,Czajka,Dąbrowski,Gołębiewski,Jabłoński,Krawczyk,Łukasik,Piątek,Śliwiński,Wroński,Zając",
    ),
    (
        "Bohumil,Dušan,František,Jiří,Luboš,Miloš,Ondřej,Přemysl,Řehoř,Štěpán,Tomáš,Vojtěch",
        "Beneš,Čapka,Dvořáček,Hájek,Jelínek,Kučera,Macháček,Novotný,Růžička,Šimek,Vávra,Žižka",
    ),
    (
        "Ágnes,Béla,Csilla,Dezső,Erzsébet,Ferenc,Györgyi,Hajnalka,Ilona,László,Őzike,Sándor,Tünde,Zsófia",
        "Balázs,Csonka,Erdős,Fehér,Gál,Hegedűs,Juhász,Kőműves,Lukács,Molnár,Szőke,Vörös",
    ),
    (
        "Aylin,Barış,Çiğdem,Deniz,Elif,Gökhan,Işıl,Kerem,Nilgün,Ömer,Özge,Şebnem,Tuğba,Umut,Yağmur",
        "Akıncı,Bayraktar,Çelik,Demirtaş,Erdoğdu,Gündüz,Işık,Kılıç,Öztürk,Şahin,Taşkın,Ünal,Yıldırım",
    ),
    (
        "Aarav,Bhavna,Chetan,Divya,Esha,Farhan,Gauri,Harish,Indira,Jaya,Kiran,Lakshmi,Manoj,Nisha,Priya,Rohan,Sunita",
        "Acharya,Bhatt,Chowdhury,Deshpande,Ghosh,Iyer,Joshi,Kulkarni,Mehta,Nair,Pillai,Rao,Saxena,Trivedi,Varma",
    ),
    (
        "Bảo,Châu,Đức,Hằng,Khánh,Linh,Ngọc,Phượng,Quỳnh,Thảo,Tuấn,Yến",
        "Đặng,Đỗ,Hồ,Lê,Nguyễn,Phạm,Trần,Võ",
    ),
    (
        "Abena,Adebayo,Amara,Chidi,Efua,Ifeoma,Kofi,Kwame,Ngozi,Nkechi,Oluwaseun,Tunde,Yaa,Zainab",
        "Achebe,Adeyemi,Asante,Balogun,Boateng,Danjuma,Eze,Mensah,Nwosu,Okafor,Owusu,Sowande",
    ),
    (
        "Αγγελική,Δέσποινα,Ελένη,Ευτυχία,Ιωάννα,Κατερίνα,Μαρία,Σοφία",
        "Αλεξίου,Βλάχου,Γεωργίου,Κωνσταντίνου,Νικολάου,Παπαδοπούλου,Σταύρου,Χατζή",
    ),
    (
        "Αντώνης,Γιώργος,Δημήτρης,Θανάσης,Κώστας,Νίκος,Σπύρος,Χρήστος",
        "Αναγνώστου,Βασιλείου,Δήμου,Θεοδώρου,Καραγιάννης,Μακρής,Οικονόμου,Παππάς",
    ),
    (
        "Анна,Вера,Галина,Елена,Ирина,Людмила,Наталья,Ольга,Светлана,Юлия",
        "Белова,Васильева,Громова,Егорова,Журавлёва,Зайцева,Котова,Лебедева,Морозова,Щукина",
    ),
    (
        "Андрій,Богдан,Василь,Ганна,Дмитро,Євген,Іван,Леся,Микола,Оксана,Тарас,Юрій",
        "Бондаренко,Гончаренко,Коваленко,Кравченко,Лисенко,Мороз,Поліщук,Савченко,Ткаченко,Шевчук",
    ),
    ("أمينة,خالد,سلمى,يوسف", "الحداد,النجار,منصور"),
    ("伟,芳,敏,静", "王,李,陈"),
)


def person_names(count: int, seed: int | str) -> list[str]:
    """Different full names, the same for the same seed. Raises ValueError for more than there are (over 3,000)."""
    everybody = [name for group in _GROUPS for name in _full_names(*group)]
    if not 0 <= count <= len(everybody):
        raise ValueError(f"There are {len(everybody)} names; {count} cannot be drawn.")
    return random.Random(f"{seed}/names").sample(everybody, count)


def _full_names(given: str, family: str) -> list[str]:
    # Chinese names have the family name first and no space.
    if family.startswith("王"):
        return [f"{last}{first}" for first in given.split(",") for last in family.split(",")]
    return [f"{first} {last}" for first in given.split(",") for last in family.split(",")]
