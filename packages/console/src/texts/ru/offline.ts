import type { TextsOf } from '../texts.ts'

export const offline: TextsOf<'offline'> = {
  asOf: (time) => `По состоянию на ${time}, нет связи`,
  help: 'Сервис недоступен. Это последние данные, известные на этом устройстве; пока связи нет, ничего нельзя изменить.',
  newVersion: 'Новая версия',
  reload: 'Обновить',
}
