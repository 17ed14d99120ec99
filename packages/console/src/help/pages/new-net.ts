import type { PageHelp } from '../page-help.ts'

export const help: PageHelp = {
  en: [
    'A gateway that calls in needs nothing opened at the site: enter the code from its page.',
    'An address is dialled only where the installation allows it; outside addresses of the internet always are.',
    'The search asks every unit number. What answers is recognized by its registers, and can be given another template.',
  ],
  pl: [
    'Bramka, która dzwoni, nie wymaga otwierania niczego na obiekcie: wpisz kod z jej strony.',
    'Z adresem łączymy się tylko tam, gdzie pozwala instalacja; z publicznym internetem zawsze.',
    'Szukanie pyta każdy numer jednostki. Co odpowie, jest rozpoznawane po rejestrach; szablon można zmienić.',
  ],
  ru: [
    'Шлюз, который звонит сам, не требует ничего открывать на объекте: введите код с его страницы.',
    'К адресу подключаются только там, где разрешает установка; к публичному интернету — всегда.',
    'Поиск спрашивает каждый номер. Что ответит, узнаётся по регистрам; шаблон можно заменить.',
  ],
  uk: [
    'Шлюз, що дзвонить сам, не потребує нічого відкривати на об’єкті: введіть код з його сторінки.',
    'До адреси підключаються лише там, де дозволяє інсталяція; до публічного інтернету — завжди.',
    'Пошук питає кожен номер. Що відповість, упізнається за регістрами; шаблон можна замінити.',
  ],
}
