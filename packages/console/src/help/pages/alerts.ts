import type { PageHelp } from '../page-help.ts'

export const help: PageHelp = {
  en: [
    'An alert is active from when its conditions hold until they are over. One that cannot be judged, because its device is silent, says so.',
    'Confirm: somebody takes care. Mute: nobody is told until then, and the alert is judged all the same.',
    '“Try it on the past” shows how often it would have come before you switch it on.',
  ],
  pl: [
    'Alarm jest aktywny, odkąd warunki są spełnione, aż przestaną. Gdy nie można go ocenić, bo urządzenie milczy, mówi o tym.',
    'Potwierdź: ktoś się tym zajmuje. Wycisz: do tego czasu nikt nie jest powiadamiany, a alarm nadal jest oceniany.',
    '„Wypróbuj na przeszłości” pokazuje, jak często by się pojawiał, zanim go włączysz.',
  ],
  ru: [
    'Тревога активна, пока выполняются её условия. Если её нельзя оценить, потому что устройство молчит, так и сказано.',
    'Подтвердить: кто-то занимается. Заглушить: до срока никому не сообщают, а тревога всё равно оценивается.',
    '«Проверить на прошлом» показывает, как часто она была бы, прежде чем её включить.',
  ],
  uk: [
    'Тривога активна, поки виконуються її умови. Якщо її не можна оцінити, бо пристрій мовчить, так і сказано.',
    'Підтвердити: хтось займається. Заглушити: до строку нікому не повідомляють, а тривога все одно оцінюється.',
    '«Перевірити на минулому» показує, як часто вона була б, перш ніж її ввімкнути.',
  ],
}
