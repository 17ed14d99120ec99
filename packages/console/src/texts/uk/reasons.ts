import type { TextsOf } from '../texts.ts'

export const reasons: TextsOf<'reasons'> = {
  Timeout: 'Пристрій не відповів вчасно',
  Crc: 'Відповідь пошкоджено під час передавання',
  Malformed: 'Відповідь не вдалося розібрати',
  NoConnection: 'Не було зв’язку з мережею',
  Overloaded: 'Забагато запитів у черзі',
  NotANumber: 'Значення в пристрої не є числом',
  Infinite: 'Значення нескінченне',
  NotBcd: 'Цифра числа BCD більша за дев’ять',
  TooShort: 'Відповідь закоротка',
  Unreadable: 'За таких налаштувань прочитати не можна',
  IllegalFunction: 'Пристрій не підтримує цю функцію',
  IllegalDataAddress: 'У пристрої немає такого регістра',
  IllegalDataValue: 'Пристрій відхилив значення',
  ServerDeviceFailure: 'Збій пристрою',
  Acknowledge: 'Пристрій ще обробляє запит',
  ServerDeviceBusy: 'Пристрій зайнятий',
  NegativeAcknowledge: 'Пристрій не може цього зробити',
  MemoryParityError: 'Пам’ять пристрою пошкоджено',
  GatewayPathUnavailable: 'Шлюз не має зв’язку з пристроєм',
  GatewayTargetDeviceFailedToRespond: 'Пристрій не відповів шлюзу',
}
