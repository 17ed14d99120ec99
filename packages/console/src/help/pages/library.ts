import type { PageHelp } from '../page-help.ts'

export const help: PageHelp = {
  en: [
    'A template says what registers a kind of device has and what they mean. Shipped ones are kept by Busbar: duplicate one to change it.',
    'In a register map, paste cells from a spreadsheet or a manual; what cannot be right is marked at its cell. A device shows beside it what it says in every byte order.',
    'A changed template comes to its devices only after you have seen the difference; readings and what people set on a device stay.',
  ],
  pl: [
    'Szablon mówi, jakie rejestry ma dany rodzaj urządzenia i co znaczą. Dostarczone szablony utrzymuje Busbar: aby zmienić taki szablon, powiel go.',
    'Do mapy rejestrów wklejaj komórki z arkusza lub instrukcji; to, co nie może być poprawne, jest zaznaczone w komórce. Obok urządzenie pokazuje, co mówi w każdej kolejności bajtów.',
    'Zmieniony szablon trafia do urządzeń dopiero po obejrzeniu różnicy; odczyty i to, co ustawiono na urządzeniu, pozostają.',
  ],
  ru: [
    'Шаблон говорит, какие регистры есть у вида устройств и что они значат. Поставляемые шаблоны ведёт Busbar: чтобы изменить такой, сделайте его копию.',
    'В карту регистров вставляйте ячейки из таблицы или руководства; то, что не может быть верным, отмечено в своей ячейке. Рядом устройство показывает, что оно говорит в каждом порядке байтов.',
    'Изменённый шаблон приходит на устройства только после того, как вы увидели разницу; показания и то, что люди задали на устройстве, остаются.',
  ],
  uk: [
    'Шаблон каже, які регістри має вид пристроїв і що вони означають. Шаблони з комплекту веде Busbar: щоб змінити такий, зробіть його копію.',
    'У карту регістрів вставляйте комірки з таблиці або інструкції; те, що не може бути правильним, позначено у своїй комірці. Поряд пристрій показує, що він каже в кожному порядку байтів.',
    'Змінений шаблон приходить на пристрої лише після того, як ви побачили різницю; показання і те, що люди задали на пристрої, залишаються.',
  ],
}
