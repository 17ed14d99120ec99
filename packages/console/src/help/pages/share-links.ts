import type { PageHelp } from '../page-help.ts'

export const help: PageHelp = {
  en: [
    'Every link that opens something without an account, with its end and how often it was opened. Revoking one ends it at once, also where it is open.',
  ],
  pl: [
    'Każdy link, który otwiera coś bez konta, z terminem i liczbą otwarć. Cofnięcie kończy go od razu, także tam, gdzie jest otwarty.',
  ],
  ru: [
    'Каждая ссылка, которая открывает что-то без учётной записи, со сроком и числом открытий. Отзыв прекращает её сразу, и там, где она открыта.',
  ],
  uk: [
    'Кожне посилання, що відкриває щось без облікового запису, зі строком і числом відкриттів. Відкликання припиняє його відразу, і там, де воно відкрите.',
  ],
}
