import type { TextsOf } from '../texts.ts'

export const webhookBodies: TextsOf<'webhookBodies'> = {
  title: 'Co mówią webhooki',
  help: 'Webhooki na dany adres mogą mieć własną treść, np. dla czatu lub systemu zgłoszeń. Pozostałe dostają zwykłą.',
  none: 'Wszystkie webhooki mają zwykłą treść.',
  add: 'Nowa treść',
  presets: 'Gotowe dla',
  address: 'Adres webhooka',
  body: 'Treść, jako JSON',
  bodyHelp:
    'Nazwy w nawiasach klamrowych oznaczają części wiadomości. Tekst, który jest samą nazwą, staje się jej wartością, także liczbą.',
  fields: 'Nazwy',
  insert: (name) => `Wstaw ${name}`,
  show: 'Pokaż przykład',
  example: 'Co zostałoby wysłane',
  usual: 'Zwykła treść',
  usualQuestion: 'Webhooki na ten adres będą odtąd miały zwykłą treść.',
}
