<#-- Each library that is packed: what it is, under which licence, and where it comes from. -->
sqlvm is under the Apache License 2.0, see LICENSE. The Java in lib/java is OpenJDK with Truffle, under
the licences in lib/java/legal. These are the libraries of others in lib, as their makers name their
licences; the text of a licence is in the jar, or at the address.

<#list dependencyMap as e>
<#assign project = e.getKey()/>
<#assign licenses = e.getValue()/>
${project.groupId}:${project.artifactId}:${project.version}
    ${project.name!project.artifactId}
    <#list licenses as license>${license}<#if license_has_next>; </#if></#list>
    ${project.url!"no address"}
</#list>
