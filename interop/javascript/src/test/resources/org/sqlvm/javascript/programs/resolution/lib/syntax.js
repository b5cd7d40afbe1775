const = 5;
