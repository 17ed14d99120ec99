import type { TextsOf } from '../texts.ts'

export const reasons: TextsOf<'reasons'> = {
  Timeout: 'Пристрій не відповів вчасно',
  Crc: 'Відповідь пошкоджено дорогою',
  Malformed: 'Відповідь не мала сенсу',
  NoConnection: 'Мережа не була на зв’язку',
  Overloaded: 'Забагато запитів уже чекало',
  NotANumber: 'У пристрої не число',
  Infinite: 'Значення виходить за межі чисел',
  NotBcd: 'Цифра числа BCD більша за дев’ять',
  TooShort: 'Відповідь коротша за значення',
  Unreadable: 'З такими налаштуваннями прочитати не можна',
  IllegalFunction: 'Пристрій не знає цієї функції',
  IllegalDataAddress: 'У пристрої немає такого регістра',
  IllegalDataValue: 'Пристрій відхилив значення',
  ServerDeviceFailure: 'Збій пристрою',
  Acknowledge: 'Пристрій ще працює над цим',
  ServerDeviceBusy: 'Пристрій зайнятий',
  NegativeAcknowledge: 'Пристрій не може цього зробити',
  MemoryParityError: 'Пам’ять пристрою пошкоджено',
  GatewayPathUnavailable: 'Шлюз не має шляху до пристрою',
  GatewayTargetDeviceFailedToRespond: 'Пристрій не відповів шлюзу',
}
