export const zhCN = {};
