import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

export const since: TextsOf<'since'> = {
  title: 'Od ostatniej wizyty',
  nothing: 'Nic się nie wydarzyło',
  alerts: (began: string, ended: string) => `${began}, ${ended}`,
  began: plural('pl', {
    one: '# alarm się zaczął',
    few: '# alarmy się zaczęły',
    many: '# alarmów się zaczęło',
  }),
  ended: plural('pl', {
    one: '# się skończył',
    few: '# się skończyły',
    many: '# się skończyło',
  }),
  longest: (span: string, name: string) => `najdłuższy ${span}, ${name}`,
  silent: (name: string, span: string) => `${name} nie odpowiada od ${span}`,
  wasSilent: (name: string, span: string) => `${name}: brak odpowiedzi przez ${span}`,
  moreOutages: plural('pl', {
    one: 'i # inne urządzenie nie odpowiadało',
    few: 'i # inne urządzenia nie odpowiadały',
    many: 'i # innych urządzeń nie odpowiadało',
  }),
  wrote: (name: string, before: string | null, value: string) => `${name} ${before ?? '—'} → ${value}`,
  moreWrites: plural('pl', {
    one: 'i # inna wartość została ustawiona',
    few: 'i # inne wartości zostały ustawione',
    many: 'i # innych wartości zostało ustawionych',
  }),
}
