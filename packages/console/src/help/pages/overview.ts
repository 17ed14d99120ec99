import type { PageHelp } from '../page-help.ts'

export const help: PageHelp = {
  en: [
    'Networks with the worst first: what needs somebody stands on top, what is in order is grey.',
    'An alarm is confirmed here or on its own page; confirming says “I have seen it”, and stops the next step of its escalation.',
    'A value that is dimmed is old: its time says how old. A violet mark means that nothing is known, not that something is wrong.',
  ],
  pl: [
    'Sieci, najgorsze na początku: na górze to, co wymaga uwagi; co działa, jest szare.',
    'Alarm potwierdza się tu albo na jego stronie; potwierdzenie znaczy „widziałem” i zatrzymuje następny krok eskalacji.',
    'Przygaszona wartość jest stara: jej czas mówi, jak stara. Fioletowy znak znaczy, że nic nie wiadomo, a nie że coś jest źle.',
  ],
  ru: [
    'Сети, худшие сверху: вверху то, что требует внимания; что в порядке — серое.',
    'Тревогу подтверждают здесь или на её странице; подтверждение значит «я видел» и останавливает следующий шаг эскалации.',
    'Приглушённое значение — старое: его время говорит, насколько. Фиолетовый знак значит, что ничего не известно, а не что что-то не так.',
  ],
  uk: [
    'Мережі, найгірші зверху: угорі те, що потребує уваги; що гаразд — сіре.',
    'Тривогу підтверджують тут або на її сторінці; підтвердження означає «я бачив» і зупиняє наступний крок ескалації.',
    'Приглушене значення — старе: його час каже, наскільки. Фіолетовий знак означає, що нічого не відомо, а не що щось не так.',
  ],
}
