import type { TextsOf } from '../texts.ts'

export const outage: TextsOf<'outage'> = {
  act: 'Обрывы',
  of: (name: string) => `Обрывы: ${name}`,
  help: 'Каждый обрыв есть в истории. Людей уведомляет правило эскалации, в том числе об окончании.',
  after: 'Недоступна не менее, мин',
  who: 'Кого уведомляют',
  nobody: 'Об обрывах никого не уведомляют',
  told: (policy: string, minutes: number) => `Обрывы: ${policy}, через ${minutes} мин`,
}
