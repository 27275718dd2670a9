// Words in the reader's language. A language is one module in lang/ with the same keys as English;
// the tests compare them.

import { en } from '../lang/en.js';

/** @typedef {Record<string, string>} Words */

/** @type {Record<string, {name: string, load: () => Promise<Words>}>} */
export const languages = {
    en: { name: 'English', load: async () => en },
    ja: { name: '日本語', load: async () => (await import('../lang/ja.js')).ja },
    'zh-CN': { name: '简体中文', load: async () => (await import('../lang/zh-cn.js')).zhCN },
    'zh-TW': { name: '繁體中文', load: async () => (await import('../lang/zh-tw.js')).zhTW },
    fr: { name: 'Français', load: async () => (await import('../lang/fr.js')).fr },
};

/** @type {Words} */
let words = en;
export let language = 'en';

/** The best of our languages for what the browser asks for. @param {readonly string[]} wanted */
export function chooseLanguage(wanted) {
    for (const tag of wanted) {
        const lower = tag.toLowerCase();
        if (/^zh\b.*(tw|hk|mo|hant)/.test(lower)) return 'zh-TW';
        if (lower.startsWith('zh')) return 'zh-CN';
        if (lower.startsWith('ja')) return 'ja';
        if (lower.startsWith('fr')) return 'fr';
        if (lower.startsWith('en')) return 'en';
    }
    return 'en';
}

let wanted = 'en';
/** The last one asked for counts, in whatever order they arrive. @param {string} tag */
export async function setLanguage(tag) {
    const chosen = (wanted = tag in languages ? tag : 'en');
    const loaded = await languages[chosen].load();
    if (chosen !== wanted) return;
    language = chosen;
    words = loaded;
    document.documentElement.lang = language;
    for (const element of document.querySelectorAll('[data-t]'))
        element.textContent = t(element.getAttribute('data-t') ?? '');
    for (const element of document.querySelectorAll('[data-t-label]'))
        element.setAttribute('aria-label', t(element.getAttribute('data-t-label') ?? ''));
}

/**
 * The text for a key, with {name} replaced.
 * @param {string} key
 * @param {Record<string, string|number>} [values]
 */
export function t(key, values = {}) {
    const text = words[key] ?? en[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}

/** The text for a key, or null where there is none. @param {string} key */
export function tMaybe(key) {
    return words[key] ?? en[key] ?? null;
}

/** Discs with a sign: +2, −1.5, 0. @param {number} score @param {boolean} [exact] */
export function formatScore(score, exact = false) {
    const rounded =
        exact || Math.abs(score) >= 20 ? Math.round(score) : Math.round(score * 10) / 10;
    const text = Math.abs(rounded).toLocaleString(language, { maximumFractionDigits: 1 });
    return rounded > 0 ? `+${text}` : rounded < 0 ? `−${text}` : '0';
}

const WHOLE_FROM = 10;
/**
 * The same in few letters: a tenth of a disc matters where scores are close.
 * @param {number} score @param {boolean} [exact]
 */
export function shortScore(score, exact = false) {
    return formatScore(score, exact || Math.abs(score) >= WHOLE_FROM);
}

/** 1234567 as 1.2 M. @param {number} count */
export function formatCount(count) {
    return new Intl.NumberFormat(language, {
        notation: 'compact',
        maximumSignificantDigits: 3,
    }).format(count);
}

/** @param {number} number @param {number} [digits] */
export function formatNumber(number, digits = 0) {
    return number.toLocaleString(language, { maximumFractionDigits: digits });
}
