export const zhTW = {};
