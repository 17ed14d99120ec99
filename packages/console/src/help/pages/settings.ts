import type { PageHelp } from '../page-help.ts'

export const help: PageHelp = {
  en: [
    'People: who belongs to the organization and what each may do; an invitation lives for a week.',
    'Keys are for programs: each has a role and an end, and is shown once.',
    'Audit: who changed or wrote what, when and from where. That nothing was altered since is checked as you look.',
  ],
  pl: [
    'Osoby: kto należy do organizacji i co może robić; zaproszenie jest ważne przez tydzień.',
    'Klucze są dla programów: każdy ma rolę i termin i jest pokazywany raz.',
    'Dziennik zmian: kto, kiedy i skąd co zmienił lub zapisał. To, że nic nie zostało potem zmienione, jest sprawdzane przy oglądaniu.',
  ],
  ru: [
    'Люди: кто состоит в организации и что кому можно; приглашение действует неделю.',
    'Ключи — для программ: у каждого есть роль и срок, и показывается он один раз.',
    'Журнал действий: кто, когда и откуда что изменил или записал. То, что с тех пор ничего не подменено, проверяется при просмотре.',
  ],
  uk: [
    'Люди: хто належить до організації і що кому дозволено; запрошення діє тиждень.',
    'Ключі — для програм: кожен має роль і строк, і показують його один раз.',
    'Журнал дій: хто, коли і звідки що змінив або записав. Те, що відтоді нічого не підмінено, перевіряється під час перегляду.',
  ],
}
