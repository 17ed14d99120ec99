import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

const ofDevices = plural('uk', { one: '# пристрій', few: '# пристрої', many: '# пристроїв' })
const alertCount = plural('uk', { one: '# тривога', few: '# тривоги', many: '# тривог' })

export const alertTemplates: TextsOf<'alertTemplates'> = {
  title: 'Тривоги для всіх пристроїв одного виду',
  none: 'Поки немає',
  help: 'Одне правило для всіх пристроїв виду: кожен має свою тривогу, також додані пізніше.',
  add: 'Нова, для виду',
  made: (alerts: number, devices: number) => `${alertCount(alerts)}, ${ofDevices(devices)}`,
  forWhat: 'Тривога',
  forValue: 'для одного значення',
  forKind: 'для всіх пристроїв виду',
  forAll: (kind: string) => `Для всіх пристроїв виду ${kind}.`,
  kind: 'Вид пристрою',
  chooseKind: 'Виберіть вид',
  create: 'Створити тривоги',
  saveAll: 'Зберегти для всіх пристроїв',
  changed: 'Змінено всі тривоги.',
  devices: 'Пристрої',
  deviceCount: ofDevices,
  noDevices: 'Пристроїв цього виду ще немає',
  noDevicesHelp: 'Щойно з’явиться пристрій, він матиме свою тривогу.',
  moreDevices: plural('uk', { one: 'і ще # пристрій', few: 'і ще # пристрої', many: 'і ще # пристроїв' }),
  missing: (params: string) => `немає ${params}`,
  noAlert: 'без тривоги',
  offHere: 'Вимкнена для цього пристрою',
  exception: 'Виняток',
  exceptionOf: (name: string) => `Виняток: ${name}`,
  asTemplate: (value: string) => `Порожньо: ${value}, як для всіх.`,
  madeBy: 'Цю тривогу створив шаблон',
  changeThere: 'Її змінюють там: для всіх пристроїв або винятком для цього.',
  deleteOf: (name: string) => `Видалити ${name}?`,
  whatOfAlerts: 'Що стане з його тривогами?',
  fates: { keep: 'Залишаються', delete: 'Видаляються' },
  fateHelp: { keep: 'Кожна стає окремою тривогою.', delete: 'Їхня історія залишається.' },
}
