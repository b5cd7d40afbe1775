@echo off
rem The shell of sqlvm on Windows. Beside this file is sqlvm-jdbc-all.jar, which has everything in it;
rem or SQLVM_JAR names it. It needs a Java 25: the one of JAVA_HOME, or else of the PATH.
rem SQLVM_JAVA_OPTIONS are added for Java.
setlocal
if not defined SQLVM_JAR set "SQLVM_JAR=%~dp0sqlvm-jdbc-all.jar"
if not exist "%SQLVM_JAR%" (
    echo sqlvm: there is no "%SQLVM_JAR%" 1>&2
    exit /b 1
)
set "SQLVM_JAVA=java"
if defined JAVA_HOME set "SQLVM_JAVA=%JAVA_HOME%\bin\java.exe"
"%SQLVM_JAVA%" --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow %SQLVM_JAVA_OPTIONS% -jar "%SQLVM_JAR%" %*
exit /b %ERRORLEVEL%
