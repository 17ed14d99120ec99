import type { PageHelp } from '../page-help.ts'

export const help: PageHelp = {
  en: [
    'A report adds up counters by branches and formulas, for a day, a month or any span, by the clocks of the organization.',
    'Hours without data are marked and never guessed; the share of the time with data stands beside each figure.',
    'It can be printed, saved as CSV or XLSX, sent by mail every week or month, and shown to a customer by a link.',
  ],
  pl: [
    'Raport sumuje liczniki według gałęzi i wzorów, za dzień, miesiąc lub dowolny okres, według zegara organizacji.',
    'Godziny bez danych są zaznaczone i nigdy nie są zgadywane; obok każdej liczby stoi udział czasu z danymi.',
    'Można go wydrukować, zapisać jako CSV lub XLSX, wysyłać pocztą co tydzień lub co miesiąc i pokazać klientowi przez link.',
  ],
  ru: [
    'Отчёт складывает счётчики по ветвям и формулам, за день, месяц или любой срок, по часам организации.',
    'Часы без данных отмечены и никогда не угадываются; у каждой цифры стоит доля времени с данными.',
    'Его можно напечатать, сохранить как CSV или XLSX, отправлять почтой каждую неделю или месяц и показать клиенту по ссылке.',
  ],
  uk: [
    'Звіт складає лічильники за гілками й формулами, за день, місяць або будь-який період, за годинником організації.',
    'Години без даних позначено, їх ніколи не вгадують; біля кожної цифри стоїть частка часу з даними.',
    'Його можна надрукувати, зберегти як CSV або XLSX, надсилати поштою щотижня або щомісяця і показати клієнтові за посиланням.',
  ],
}
