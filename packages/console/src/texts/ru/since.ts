import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

export const since: TextsOf<'since'> = {
  title: 'С вашего прошлого визита',
  nothing: 'Ничего не произошло',
  alerts: (began: string, ended: string) => `${began}, ${ended}`,
  began: plural('ru', {
    one: '# тревога началась',
    few: '# тревоги начались',
    many: '# тревог началось',
  }),
  ended: plural('ru', {
    one: '# закончилась',
    few: '# закончились',
    many: '# закончилось',
  }),
  longest: (span: string, name: string) => `самая долгая ${span}, ${name}`,
  silent: (name: string, span: string) => `${name} не отвечает уже ${span}`,
  wasSilent: (name: string, span: string) => `${name}: не отвечало ${span}`,
  moreOutages: plural('ru', {
    one: 'и ещё # устройство не отвечало',
    few: 'и ещё # устройства не отвечали',
    many: 'и ещё # устройств не отвечали',
  }),
  wrote: (name: string, before: string | null, value: string) => `${name} ${before ?? '—'} → ${value}`,
  moreWrites: plural('ru', {
    one: 'и ещё # значение задано',
    few: 'и ещё # значения заданы',
    many: 'и ещё # значений задано',
  }),
}
