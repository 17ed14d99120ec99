import { plural } from '../plural.ts'

export const since = {
  title: 'Since your last visit',
  nothing: 'Nothing happened',
  alerts: (began: string, ended: string) => `${began}, ${ended}`,
  began: plural('en', { one: '# alert began', other: '# alerts began' }),
  ended: plural('en', { one: '# ended', other: '# ended' }),
  longest: (span: string, name: string) => `longest ${span}, ${name}`,
  silent: (name: string, span: string) => `${name} has been silent for ${span}`,
  wasSilent: (name: string, span: string) => `${name} was silent for ${span}`,
  moreOutages: plural('en', { one: '# more device was silent', other: '# more devices were silent' }),
  wrote: (name: string, before: string | null, value: string) => `${name} ${before ?? '—'} → ${value}`,
  moreWrites: plural('en', { one: '# more value was set', other: '# more values were set' }),
}
