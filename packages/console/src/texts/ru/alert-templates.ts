import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

const ofDevices = plural('ru', { one: '# устройство', few: '# устройства', many: '# устройств' })
const alertCount = plural('ru', { one: '# тревога', few: '# тревоги', many: '# тревог' })

export const alertTemplates: TextsOf<'alertTemplates'> = {
  title: 'Тревоги для всех устройств одного вида',
  none: 'Пока нет',
  help: 'Одно правило для всех устройств вида: у каждого своя тревога, в том числе у добавленных позже.',
  add: 'Новая, для вида',
  made: (alerts: number, devices: number) => `${alertCount(alerts)}, ${ofDevices(devices)}`,
  forWhat: 'Тревога',
  forValue: 'для одного значения',
  forKind: 'для всех устройств вида',
  forAll: (kind: string) => `Для всех устройств вида ${kind}.`,
  kind: 'Вид устройства',
  chooseKind: 'Выберите вид',
  create: 'Создать тревоги',
  saveAll: 'Сохранить для всех устройств',
  changed: 'Изменены все тревоги.',
  devices: 'Устройства',
  deviceCount: ofDevices,
  noDevices: 'Устройств этого вида ещё нет',
  noDevicesHelp: 'Как только появится устройство, у него будет своя тревога.',
  moreDevices: plural('ru', { one: 'и ещё # устройство', few: 'и ещё # устройства', many: 'и ещё # устройств' }),
  missing: (params: string) => `нет ${params}`,
  noAlert: 'без тревоги',
  offHere: 'Выключена для этого устройства',
  exception: 'Исключение',
  exceptionOf: (name: string) => `Исключение: ${name}`,
  asTemplate: (value: string) => `Пусто: ${value}, как для всех.`,
  madeBy: 'Эту тревогу создал шаблон',
  changeThere: 'Её изменяют там: для всех устройств или исключением для этого.',
  deleteOf: (name: string) => `Удалить ${name}?`,
  whatOfAlerts: 'Что станет с его тревогами?',
  fates: { keep: 'Остаются', delete: 'Удаляются' },
  fateHelp: { keep: 'Каждая становится отдельной тревогой.', delete: 'Их история сохраняется.' },
}
