import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

export const since: TextsOf<'since'> = {
  title: 'З вашого минулого візиту',
  nothing: 'Нічого не сталося',
  alerts: (began: string, ended: string) => `${began}, ${ended}`,
  began: plural('uk', {
    one: '# тривога почалася',
    few: '# тривоги почалися',
    many: '# тривог почалося',
  }),
  ended: plural('uk', {
    one: '# закінчилася',
    few: '# закінчилися',
    many: '# закінчилося',
  }),
  longest: (span: string, name: string) => `найдовша ${span}, ${name}`,
  silent: (name: string, span: string) => `${name} не відповідає вже ${span}`,
  wasSilent: (name: string, span: string) => `${name}: не відповідало ${span}`,
  moreOutages: plural('uk', {
    one: 'і ще # пристрій не відповідав',
    few: 'і ще # пристрої не відповідали',
    many: 'і ще # пристроїв не відповідали',
  }),
  wrote: (name: string, before: string | null, value: string) => `${name} ${before ?? '—'} → ${value}`,
  moreWrites: plural('uk', {
    one: 'і ще # значення задано',
    few: 'і ще # значення задано',
    many: 'і ще # значень задано',
  }),
}
