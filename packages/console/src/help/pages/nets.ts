import type { PageHelp } from '../page-help.ts'

export const help: PageHelp = {
  en: [
    'A network is what stands behind one connection: a gateway that calls in, or an address that is dialled.',
    'Bus health shows which units answer, how long they take, and what another device would cost.',
    'Pausing a network stops reading, and nothing else: devices go on, and alerts about it are silent.',
  ],
  pl: [
    'Sieć to wszystko za jednym połączeniem: bramka, która dzwoni, albo adres, z którym się łączymy.',
    'Stan magistrali pokazuje, które jednostki odpowiadają, jak długo to trwa i ile kosztowałoby kolejne urządzenie.',
    'Wstrzymanie sieci zatrzymuje tylko odczyt: urządzenia pracują dalej, a alarmy o niej milczą.',
  ],
  ru: [
    'Сеть — это всё за одним соединением: шлюз, который звонит сам, или адрес, к которому подключаются.',
    'Состояние шины показывает, какие устройства отвечают, сколько это длится и во что обойдётся ещё одно.',
    'Пауза сети останавливает только чтение: устройства работают дальше, а тревоги о ней молчат.',
  ],
  uk: [
    'Мережа — це все за одним з’єднанням: шлюз, що дзвонить сам, або адреса, до якої підключаються.',
    'Стан шини показує, які пристрої відповідають, скільки це триває і чого коштуватиме ще один.',
    'Пауза мережі зупиняє лише читання: пристрої працюють далі, а тривоги про неї мовчать.',
  ],
}
