// Building elements. Text enters the page as text nodes only; nothing here parses HTML.

/** @typedef {Node|string|number|null|undefined|false} Child */

/**
 * An element with attributes, listeners (`onclick`) and children.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child|Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) set(element, name, value);
    add(element, children);
    return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/**
 * The same for SVG.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child|Child[])} children
 * @returns {SVGElement}
 */
export function s(tag, attributes = {}, ...children) {
    const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
    for (const [name, value] of Object.entries(attributes)) set(element, name, value);
    add(element, children);
    return element;
}

/** @param {HTMLElement|SVGElement} element @param {string} name @param {any} value */
function set(element, name, value) {
    if (value === null || value === undefined || value === false) return;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'vars')
        for (const [key, v] of Object.entries(value)) element.style.setProperty(key, String(v));
    else if (name === 'value' || name === 'checked' || name === 'selected' || name === 'disabled')
        /** @type {any} */ (element)[name] = value;
    else element.setAttribute(name, value === true ? '' : String(value));
}

/** @param {Element} element @param {(Child|Child[])[]} children */
function add(element, children) {
    for (const child of children.flat()) {
        if (child === null || child === undefined || child === false) continue;
        element.append(child instanceof Node ? child : String(child));
    }
}

/** @param {Element} element @param {...(Child|Child[])} children */
export function fill(element, ...children) {
    element.replaceChildren();
    add(element, children);
}

/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
    const element = document.getElementById(id);
    if (!element) throw new Error(`no element ${id}`);
    return element;
}

const paths = {
    undo: ['M9 7 4 12l5 5', 'M4 12h10a6 6 0 0 1 6 6'],
    redo: ['m15 7 5 5-5 5', 'M20 12H10a6 6 0 0 0-6 6'],
    hint: [
        'M9 18h6M10 21h4',
        'M12 3a6 6 0 0 0-4 10.5c.9.9 1 1.5 1 2.5h6c0-1 .1-1.6 1-2.5A6 6 0 0 0 12 3z',
    ],
    first: ['M18 6l-8 6 8 6zM6 5v14'],
    last: ['M6 6l8 6-8 6zM18 5v14'],
    back: ['m15 5-7 7 7 7'],
    forward: ['m9 5 7 7-7 7'],
    play: ['M7 4l13 8-13 8z'],
    pause: ['M8 5v14M16 5v14'],
    share: ['M12 15V3m0 0L8 7m4-4 4 4', 'M5 12v8h14v-8'],
    import: ['M12 3v12m0 0 4-4m-4 4-4-4', 'M5 17v4h14v-4'],
    help: [
        'M9.5 9a2.6 2.6 0 1 1 3.6 2.4c-.8.4-1.1.9-1.1 1.9',
        'M12 17h.01',
        'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
    ],
    theme: ['M20 14A8.5 8.5 0 0 1 10 4a8.5 8.5 0 1 0 10 10z'],
    language: [
        'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
        'M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
    ],
    palette: [
        'M12 3a9 9 0 1 0 0 18c1.5 0 2-1 1.6-2.2-.5-1.4.3-2.8 1.9-2.8H18a3 3 0 0 0 3-3c0-5-4-9-9-9z',
        'M7.500 11h.01M10 7.200h.01M14.500 7.200h.01',
    ],
    ladder: ['M8 3v18M16 3v18M8 7h8M8 12h8M8 17h8'],
    sounds: ['M4 10v4h4l5 4V6l-5 4z', 'M16.500 9a4.500 4.500 0 0 1 0 6M19 6.500a8 8 0 0 1 0 11'],
    silence: ['M4 10v4h4l5 4V6l-5 4z', 'm16 9.500 5 5m0-5-5 5'],
    trash: ['M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13'],
    edit: ['M4 20l1-4L16 5l3 3L8 19z'],
    swap: ['M4 8h15m0 0-4-4m4 4-4 4', 'M20 16H5m0 0 4-4m-4 4 4 4'],
    plus: ['M12 5v14M5 12h14'],
    cut: ['M6 6a2.5 2.5 0 1 0 .01 0M6 18a2.5 2.5 0 1 0 .01 0', 'M8 8l12 9M8 16 20 7'],
    copy: ['M9 9h11v11H9z', 'M5 15H4V4h11v1'],
    save: ['M12 4v11m0 0 4-4m-4 4-4-4', 'M5 20h14'],
};

/** @param {keyof typeof paths} name */
export function icon(name) {
    return s(
        'svg',
        { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
        paths[name].map((d) => s('path', { d })),
    );
}

/**
 * A button with an icon and a text.
 * @param {string} text
 * @param {(event: Event) => void} onclick
 * @param {{icon?: keyof typeof paths, kind?: string, id?: string, disabled?: boolean,
 *     title?: string}} [options]
 */
export function button(text, onclick, options = {}) {
    return h(
        'button',
        {
            type: 'button',
            class: `button ${options.kind ?? ''}`,
            onclick,
            id: options.id,
            disabled: options.disabled,
            title: options.title,
        },
        options.icon && icon(options.icon),
        h('span', {}, text),
    );
}

/**
 * @param {keyof typeof paths} name
 * @param {string} label
 * @param {(event: Event) => void} onclick
 * @param {string} [id]
 */
export function iconButton(name, label, onclick, id) {
    return h(
        'button',
        { type: 'button', class: 'icon', 'aria-label': label, title: label, onclick, id },
        icon(name),
    );
}

/**
 * Draws something again without taking the focus from who uses the keyboard: what had it is found
 * again by its id, or by its name.
 * @param {() => void} draw
 */
export function keepFocus(draw) {
    const before = document.activeElement;
    draw();
    if (!before || before.isConnected) return;
    const name = before.getAttribute('name'),
        isRadio = before.getAttribute('type') === 'radio';
    const after = before.id
        ? document.getElementById(before.id)
        : name &&
          document.querySelector(`[name="${CSS.escape(name)}"]${isRadio ? ':checked' : ''}`);
    if (after instanceof HTMLElement) after.focus();
}

/**
 * A labelled select.
 * @param {string} label
 * @param {{value: string, text: string, group?: string}[]} options
 * @param {string} value
 * @param {(value: string) => void} [onchange]
 * @param {string} [name]
 */
export function selectField(label, options, value, onchange, name) {
    const select = h('select', { name, onchange: () => onchange?.(select.value) });
    /** @type {HTMLElement} */
    let parent = select;
    let group = '';
    for (const option of options) {
        if ((option.group ?? '') !== group) {
            group = option.group ?? '';
            parent = group ? h('optgroup', { label: group }) : select;
            if (group) select.append(parent);
        }
        parent.append(h('option', { value: option.value }, option.text));
    }
    select.value = value;
    return h('label', { class: 'field' }, h('span', {}, label), select);
}

/**
 * Radio buttons that look like chips.
 * @param {string} legend
 * @param {string} name
 * @param {{value: string, text: string, mark?: string}[]} options
 * @param {string} value
 * @param {(value: string) => void} onchange
 */
export function chips(legend, name, options, value, onchange) {
    return h(
        'fieldset',
        { class: 'chips' },
        h('legend', {}, legend),
        options.map((option) =>
            h(
                'label',
                {},
                h('input', {
                    type: 'radio',
                    name,
                    value: option.value,
                    checked: option.value === value,
                    onchange: () => onchange(option.value),
                }),
                h(
                    'span',
                    {},
                    option.mark && h('i', { class: `dot ${option.mark}`, 'aria-hidden': 'true' }),
                    option.text,
                ),
            ),
        ),
    );
}

/**
 * Shows a dialog; it is removed when it closes.
 * @param {string} title
 * @param {...(Child|Child[])} body
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, ...body) {
    const dialog = h(
        'dialog',
        { 'aria-labelledby': 'dialog-title' },
        h('h2', { id: 'dialog-title' }, title),
        ...body,
    );
    dialog.addEventListener('close', () => dialog.remove());
    dialog.addEventListener('click', (event) => {
        if (event.target === dialog) dialog.close();
    });
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
}
