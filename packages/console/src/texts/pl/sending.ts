import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

const sms = plural('pl', { one: '# SMS', few: '# SMS-y', many: '# SMS-ów' })

export const sending: TextsOf<'sending'> = {
  title: 'Jak wysyłane są wiadomości',
  sms: 'Wysyłaj SMS-y',
  smsHelp: 'Bez nich kontakty są powiadamiane innymi kanałami.',
  smsOff: 'Instalacja wyłączyła SMS-y dla tej organizacji.',
  limit: 'SMS-y mogą kosztować miesięcznie najwyżej',
  limitHelp: 'Po osiągnięciu limitu nie są już wysyłane, a dziennik o tym mówi.',
  limitOfInstallation: 'Brak własnego: obowiązuje limit instalacji.',
  spent: (cost: string, limit: string, count: number) => `W tym miesiącu: ${cost} z ${limit}, ${sms(count)}.`,
  outages: 'Łącz wiadomości o tym, co zamilkło z powodu przerwy sieci',
  outagesHelp: 'Czekają pół minuty, a każdy odbiorca dostaje jedną. Krytyczne nigdy nie czekają.',
  key: 'Klucz webhooków',
  keyHelp: 'Webhooki są nim podpisane. Dzięki niemu Twoje programy wiedzą, że wywołanie jest nasze.',
  showKey: 'Pokaż klucz',
  hideKey: 'Ukryj klucz',
  newKey: 'Utwórz nowy klucz',
  newKeyQuestion: 'Od teraz webhooki będą podpisane nowym kluczem. Programy ze starym kluczem je odrzucą.',
}
