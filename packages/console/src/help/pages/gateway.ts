import type { PageHelp } from '../page-help.ts'

export const help: PageHelp = {
  en: [
    'A gateway tells how it is every five minutes, and when this page is opened; what is shown has the time at which it was told.',
    'An update is fetched from the server that the gateway itself names, and only what its signature proves is installed.',
    'A new release is on trial for ten minutes; where something no longer works, the version before it comes back by itself.',
  ],
  pl: [
    'Bramka mówi o swoim stanie co pięć minut i przy otwarciu tej strony; przy tym, co widać, jest czas, kiedy to powiedziała.',
    'Aktualizacja pochodzi z serwera wskazanego w samej bramce; instalowane jest tylko to, co potwierdza podpis.',
    'Nowe wydanie jest na próbie przez dziesięć minut; jeśli coś przestanie działać, poprzednia wersja wraca sama.',
  ],
  ru: [
    'Шлюз сообщает о себе каждые пять минут и при открытии этой страницы; у показанного есть время, когда это было сказано.',
    'Обновление берётся с сервера, указанного в самом шлюзе, и устанавливается только то, что доказывает подпись.',
    'Новый выпуск десять минут на испытании; если что-то перестало работать, прежняя версия возвращается сама.',
  ],
  uk: [
    'Шлюз повідомляє про себе кожні п’ять хвилин і коли відкрито цю сторінку; показане має час, коли це було сказано.',
    'Оновлення береться із сервера, зазначеного в самому шлюзі, і встановлюється лише те, що доводить підпис.',
    'Новий випуск десять хвилин на випробуванні; якщо щось перестало працювати, попередня версія повертається сама.',
  ],
}
