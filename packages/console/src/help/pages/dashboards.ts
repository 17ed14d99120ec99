import type { PageHelp } from '../page-help.ts'

export const help: PageHelp = {
  en: [
    'A dashboard shows the values that matter to somebody. Changes are a draft until you publish them.',
    'A share link opens it without an account; a kiosk is the same for a wall.',
  ],
  pl: [
    'Pulpit pokazuje wartości ważne dla kogoś. Zmiany są szkicem, dopóki ich nie opublikujesz.',
    'Link udostępnienia otwiera go bez konta; kiosk to to samo na ścianę.',
  ],
  ru: [
    'Панель показывает значения, важные кому-то. Изменения — черновик, пока вы их не опубликуете.',
    'Ссылка открывает её без учётной записи; киоск — то же для стены.',
  ],
  uk: [
    'Панель показує значення, важливі комусь. Зміни — чернетка, поки ви їх не опублікуєте.',
    'Посилання відкриває її без облікового запису; кіоск — те саме для стіни.',
  ],
}
