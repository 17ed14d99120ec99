import type { PageHelp } from '../page-help.ts'

export const help: PageHelp = {
  en: [
    'Readings whose time is not believed wait here: the clock of the service was set, or a gateway had a wrong one.',
    'Accept them where you know that their times are right; else discard them. Nothing is mixed into the history before.',
  ],
  pl: [
    'Tu czekają odczyty, których czasowi nie ufamy: przestawiono zegar usługi albo bramka miała zły.',
    'Przyjmij je, jeśli wiesz, że ich czasy są właściwe; inaczej odrzuć. Wcześniej nic nie trafia do historii.',
  ],
  ru: [
    'Здесь ждут показания, чьему времени нет веры: переводили часы сервиса или у шлюза они неверны.',
    'Примите их, если знаете, что время верное; иначе отбросьте. До этого ничего не попадает в историю.',
  ],
  uk: [
    'Тут чекають показання, часу яких немає віри: переводили годинник сервісу або в шлюзу він хибний.',
    'Прийміть їх, якщо знаєте, що час правильний; інакше відкиньте. До того нічого не потрапляє в історію.',
  ],
}
